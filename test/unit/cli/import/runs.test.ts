import { expect } from 'chai';
import type { Entry, EntryContent } from '../../../../src/cli/import/entry.ts';
import { freshState, type ImportState } from '../../../../src/cli/import/import-state.ts';
import { runsOf } from '../../../../src/cli/import/runs.ts';

const fresh = freshState({
  digest: 'digest',
  options: '',
  service: { url: 'http://127.0.0.1:3000', subject: null },
  places: { refused: 'refused', unknown: 'unknown' },
});
const person: EntryContent = {
  kind: 'resource',
  op: 'add',
  leftOut: [],
  path: '/persons',
  resource: { type: 'person' },
};

async function* entriesOf(contents: readonly EntryContent[]): AsyncGenerator<Entry> {
  for (const [index, content] of contents.entries()) yield { place: `line ${index + 1}`, content, reported: () => '' };
}

/** The numbers of the records in each run, and whether it was sent before. */
async function runs(contents: readonly EntryContent[], state: Partial<ImportState> = {}, most = 3) {
  const found: (readonly [readonly number[], boolean])[] = [];
  for await (const { records, earlier } of runsOf(entriesOf(contents), { ...fresh, ...state }, () => most))
    found.push([records.map(({ record }) => record), earlier !== undefined]);
  return found;
}

const persons = (count: number): readonly EntryContent[] => Array.from({ length: count }, () => person);
const withMember = (members: object): EntryContent => ({
  kind: 'resource',
  op: 'add',
  leftOut: [],
  path: '/persons',
  resource: { type: 'person', ...members },
});

describe('The runs of an import', () => {
  it('have so many records, in the order of the file', async () => {
    const expected = [[0, 1, 2], [3, 4, 5], [6]].map((records) => [records, false]);
    expect(await runs(persons(7))).to.deep.equal(expected);
    expect(await runs([])).to.deep.equal([]);
  });

  it('have on its own what is no resource, is long, or would mean something else in a list', async () => {
    const long = withMember({ attributes: { name: 'x'.repeat(300_000) } });
    for (const single of [{ kind: 'unusable', reason: 'no JSON' } as const, long, withMember({ lid: 'a' })])
      expect(await runs([person, single, person, person])).to.deep.equal([
        [[0], false],
        [[1], false],
        [[2, 3], false],
      ]);
  });

  it('repeat an open batch as it was sent, leave out what is settled, and go on with the rest', async () => {
    const state = { next: 9, open: [{ first: 1, count: 4, since: 0 }], again: [0, 6, 7] };
    expect(await runs(persons(11), state)).to.deep.equal([
      [[0], false],
      [[1, 2, 3, 4], true],
      [[6, 7], false],
      [[9, 10], false],
    ]);
  });
});
