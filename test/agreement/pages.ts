// The property: the pages of a query are parts of the whole result. It needs no second storage.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { CursorPage, NumberedPage, Query, ResourceRecord } from '#application/model/query';
import type { ResourceReader } from '#application/ports/resource-reader';
import { nextOf } from './agreement.ts';
import { Disagreement } from './disagreement.ts';
import { queries } from './queries.ts';
import { fillMemory } from './storages.ts';
import { Tally } from './tally.ts';
import { worlds } from './world.ts';

const QUERIES_PER_WORLD = 40;
const NO_LETTERS: ReadonlySet<string> = new Set();

/**
 * Finds each of some random queries at once and in its pages: a numbered one, or all from a cursor on.
 * @throws Disagreement
 */
export async function checkPages({ runs, seed }: { readonly runs: number; readonly seed: number }): Promise<Tally> {
  const tally = new Tally();
  const query = queries(NO_LETTERS);
  const several = fc.tuple(...Array.from({ length: QUERIES_PER_WORLD }, () => query));
  const numRuns = Math.ceil(runs / QUERIES_PER_WORLD);
  for (const [world, draws] of fc.sample(fc.tuple(worlds(NO_LETTERS), several), { seed, numRuns })) {
    const { reader } = await fillMemory(world);
    for (const draw of draws) {
      const drawn = draw(world);
      const { page } = drawn.query;
      const { records: whole } = await reader.find({ ...drawn.query, page: undefined });
      const found = await foundIn(reader, drawn.query, page);
      const expected = page === undefined ? whole : partOf(whole, page, found.length);
      if (!isDeepStrictEqual(found, expected))
        throw new Disagreement(world, drawn, { pages: { records: found }, whole: { records: expected } });
      tally.add(drawn, whole.length, world.rows[drawn.query.type].length);
    }
  }
  return tally;
}

/** The records of a page, and of those behind it in the direction of a cursor. */
async function foundIn(reader: ResourceReader, query: Query, page: Query['page']): Promise<readonly ResourceRecord[]> {
  const found: ResourceRecord[] = [];
  for (let asked: Query | undefined = query; asked !== undefined;) {
    const answer = await reader.find(asked);
    found.splice(page?.kind === 'cursor' && page.direction === 'before' ? 0 : found.length, 0, ...answer.records);
    asked = nextOf(asked, answer);
  }
  return found;
}

/** @param count found from the cursor to the end of the list, or to its start */
function partOf(
  whole: readonly ResourceRecord[],
  page: CursorPage | NumberedPage,
  count: number,
): readonly ResourceRecord[] {
  if (page.kind === 'numbered') return whole.slice((page.number - 1) * page.size, page.number * page.size);
  return page.direction === 'before' ? whole.slice(0, count) : whole.slice(Math.max(0, whole.length - count));
}
