import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { documentOf } from '../../openapi/default-document.ts';
import { describeErrorExamples } from '../../openapi/describe-error-examples.ts';
import { describeExamples } from '../../openapi/describe-examples.ts';
import { explore } from '../../openapi/explore.ts';
import { lintDocument } from '../../openapi/lint-document.ts';
import { openSubject } from '../../openapi/subject.ts';
import { atDepth, depth, seedOf } from '../../support/depth.ts';
import { copyOfProject, runIn } from '../../support/project-copy.ts';

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
  describeErrorExamples();

  // There are many operations, and those of one type are much like those of another.
  describeExamples(atDepth({ gate: ['book'], campaign: undefined }));

  if (depth === 'campaign') {
    it('is valid', () => {
      expect(lintDocument(documentOf()).join('\n')).to.equal('');
    });

    it('gives its types to a client', async () => {
      const folder = copyOfProject('library-client');
      try {
        const { status, output } = await runIn(folder, [process.execPath, 'test/client/build.ts'], process.env);
        expect(status, output).to.equal(0);
        expect(readFileSync(join(folder, 'client/built/schema.d.ts'), 'utf8')).to.include('"/book_copies/{id}": {');
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
});
