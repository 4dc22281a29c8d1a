import { expect } from 'chai';
import { documentOf } from '../../openapi/default-document.ts';
import { describeExamples } from '../../openapi/describe-examples.ts';
import { explore } from '../../openapi/explore.ts';
import { lintDocument } from '../../openapi/lint-document.ts';
import { openSubject } from '../../openapi/subject.ts';
import { atDepth, seedOf } from '../../support/depth.ts';

describe('A library and its OpenAPI document agree on random requests to every operation', () => {
  const RUNS = atDepth({ gate: 100, campaign: 600 });

  for (const storage of atDepth({ gate: ['memory'], campaign: ['memory', 'server'] } as const))
    it(storage, async () => {
      const subject = await openSubject[storage]();
      try {
        const seed = seedOf(`requests from the document of a library, ${storage}`, 1);
        const { sent, outcomes, operations, violation } = await explore(subject, { runs: RUNS, seed });
        expect(violation).to.equal(undefined);
        expect(sent).to.be.at.least(RUNS);
        const hit = new Set([...outcomes.keys()].map((outcome) => outcome.split(' ')[0]));
        expect([...hit]).to.have.members(operations.map(({ id }) => id));
      } finally {
        await subject.stop();
      }
    });
});

describe('The OpenAPI document of a library', () => {
  // There are many operations, and those of one type are much like those of another.
  describeExamples(atDepth({ gate: ['book'], campaign: undefined }));

  if (atDepth({ gate: false, campaign: true }))
    it('is valid', () => {
      expect(lintDocument(documentOf()).join('\n')).to.equal('');
    });
});
