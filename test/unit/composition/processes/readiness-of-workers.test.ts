import { expect } from 'chai';
import type { Readiness } from '#adapters/admin/admin-server';
import { readinessOf } from '#composition/processes/readiness-of-workers';

const READY: Readiness = { because: [], warnings: [], policies: ['a'] };
const UNREADY: Readiness = { because: ['draining'], warnings: ['look'], policies: ['b'] };
const SILENT = undefined;

describe('The readiness of several workers', () => {
  const of = (answers: readonly (Readiness | undefined)[], isDraining = false): Promise<Readiness> =>
    readinessOf(
      answers.map((answer) => ({ readiness: async () => answer })),
      isDraining,
    );

  for (const [title, answers, because] of [
    ['one of them is ready', [UNREADY, READY, SILENT], []],
    ['none is', [UNREADY, { ...UNREADY, because: ['draining', 'overloaded'] }], ['draining', 'overloaded']],
    ['none responds', [SILENT], ['no worker responds']],
    ['there is none', [], ['no worker responds']],
  ] as const)
    it(`is ${because.length === 0 ? 'given' : because.join(', ')} if ${title}`, async () => {
      expect((await of(answers)).because).to.deep.equal(because);
    });

  it('is not given while the service stops', async () => {
    expect((await of([READY], true)).because).to.deep.equal(['draining']);
  });

  it('names each warning and each policy once', async () => {
    const { warnings, policies } = await of([UNREADY, READY, UNREADY]);
    expect([warnings, policies]).to.deep.equal([['look'], ['b', 'a']]);
  });
});
