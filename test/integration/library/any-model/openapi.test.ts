import { expect } from 'chai';
import { relationshipsOf } from '#adapters/http/api/resource-description';
import { resourceTypes, type ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';
import { documentOf } from '../../../openapi/default-document.ts';
import { describeErrorExamples } from '../../../openapi/describe-error-examples.ts';
import { describeExamples } from '../../../openapi/describe-examples.ts';
import { explore } from '../../../openapi/explore.ts';
import { lintDocument } from '../../../openapi/lint-document.ts';
import { openSubject } from '../../../openapi/subject.ts';
import { mustReachAll } from '../../../support/coverage.ts';
import { atDepth, depth, seedOf } from '../../../support/depth.ts';

describe('The model and its OpenAPI document agree on random requests to every operation', () => {
  const RUNS = atDepth({ gate: 100, campaign: 600 });

  for (const storage of atDepth({ gate: ['memory'], campaign: ['memory', 'server'] } as const))
    it(storage, async () => {
      const subject = await openSubject[storage]();
      try {
        const seed = seedOf(`requests from the document of the model, ${storage}`, 2);
        const { sent, outcomes, operations, violation } = await explore(subject, { runs: RUNS, seed });
        expect(violation).to.equal(undefined);
        expect(sent).to.be.at.least(RUNS);
        const hit = new Set([...outcomes.keys()].map((outcome) => outcome.split(' ')[0]));
        if (mustReachAll) expect([...hit]).to.have.members(operations.map(({ id }) => id));
      } finally {
        await subject.stop();
      }
    });
});

describe('The OpenAPI document of the model', () => {
  describeErrorExamples();

  // There are many operations, and those of each type are alike. The gate tests the type with the most relationships.
  const linksOf = (type: ResourceType): number => Object.keys(relationshipsOf(resources[type])).length;
  const mostLinked = resourceTypes.reduce((most, type) => (linksOf(type) > linksOf(most) ? type : most));
  describeExamples(atDepth({ gate: [mostLinked], campaign: undefined }));

  if (depth === 'campaign')
    it('is valid', () => {
      // A model with only one type, or without a license, breaks Redocly rules that go beyond the OpenAPI specification.
      expect(lintDocument(documentOf(), mustReachAll ? undefined : ['spec']).join('\n')).to.equal('');
    });
});
