import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { checkSteps, firstStep, refuseFirst, type CheckStep, type FoundProblem } from '#adapters/http/api/check-steps';
import { ApiError, errorObject } from '#adapters/http/api/errors';

const found = (step: CheckStep, detail: string): FoundProblem => ({
  step,
  problem: errorObject('invalid-document', detail),
});

describe('The checks of a request', () => {
  it('are the steps that docs/errors.md lists, in their order', async () => {
    const page = await readFile(new URL('../../../../../docs/errors.md', import.meta.url), 'utf8');
    const [, section = ''] = /## The order of checks\n(.*)/s.exec(page) ?? [];
    const documented = [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
    expect(documented).to.deep.equal(checkSteps);
  });

  it('are answered by the first step that finds something, with all that it finds', () => {
    const all = [found('rules', 'a'), found('attributes', 'b'), found('linkage types', 'c'), found('attributes', 'd')];
    expect(firstStep(all)).to.equal('attributes');
    expect(() => refuseFirst(all))
      .to.throw(ApiError)
      .with.property('errors')
      .that.deep.equals([errorObject('invalid-document', 'b'), errorObject('invalid-document', 'd')]);
  });

  it('find nothing in a valid request', () => {
    expect(firstStep([])).to.equal(undefined);
    refuseFirst([]);
  });
});
