// The property: the memory storage and a database return the same for any query.
import { inspect, isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Database } from '#adapters/persistence/storage/database';
import type { Query } from '#application/model/query';
import type { ResourceReader } from '#application/ports/resource-reader';
import { Disagreement, type Answer } from './disagreement.ts';
import { setForeignCollation } from './foreign-collation.ts';
import type { Draw } from './operands.ts';
import { queries, type DrawnQuery } from './queries.ts';
import { fillStorages, type FilledStorages } from './storages.ts';
import { Tally } from './tally.ts';
import { unknownLetters } from './unknown-letters.ts';
import { worlds, type World } from './world.ts';

export interface AgreementOptions {
  /** The minimum number of queries to compare. */
  readonly runs: number;
  readonly seed: number;
  /** Replays a counterexample of an earlier run with this seed. */
  readonly path?: string | undefined;
}

export interface AgreementReport {
  readonly tally: Tally;
  /** For each, the smallest counterexample, and the seed and path to replay it. */
  readonly disagreements: readonly string[];
  /** The number of letters left out: see `unknownLetters`. */
  readonly unknownLetters: number;
}

const QUERIES_PER_WORLD = 40;
const MAX_DISAGREEMENTS = 5;

/**
 * Compares random queries on random worlds until enough have been compared, or too many disagree.
 * @param database must be migrated; is emptied
 */
export async function checkAgreement(database: Database, options: AgreementOptions): Promise<AgreementReport> {
  await setForeignCollation(database);
  const unknown = await unknownLetters(database);
  const tally = new Tally();
  const disagreements: string[] = [];
  for (let seed = options.seed; tally.cases < options.runs && disagreements.length < MAX_DISAGREEMENTS; seed += 1) {
    const numRuns = Math.ceil((options.runs - tally.cases) / QUERIES_PER_WORLD);
    const property = agreement(database, unknown, tally);
    const { path = '' } = options;
    // oxlint-disable-next-line typescript/no-deprecated -- the plugin that replaces it does not fit a typed property
    const result = await fc.check(property, { seed, path, numRuns, unbiased: true });
    if (result.failed) disagreements.push(`after ${tally.cases} cases ${describeDisagreement(result)}`);
    if (path !== '') break;
  }
  return { tally, disagreements, unknownLetters: unknown.size };
}

function describeDisagreement({ errorInstance, seed, counterexamplePath }: fc.RunDetails<Cases>): string {
  const error = errorInstance instanceof Disagreement ? errorInstance.message : inspect(errorInstance);
  return `${error}\nreplay with --seed ${seed} --path ${counterexamplePath ?? ''}`;
}

type Cases = [World, readonly (Draw<DrawnQuery> | undefined)[]];

function agreement(database: Database, unknown: ReadonlySet<string>, tally: Tally): fc.IAsyncProperty<Cases> {
  // Each query is optional, so that shrinking can drop it on its own.
  const query = fc.option(queries(unknown), { nil: undefined, freq: 1000 });
  const several = fc.tuple(...Array.from({ length: QUERIES_PER_WORLD }, () => query));
  let filled: { readonly world: World; readonly storages: FilledStorages } | undefined;
  let isShrinking = false;
  return fc.asyncProperty(worlds(unknown), several, async (world, draws) => {
    if (filled?.world !== world) filled = { world, storages: await fillStorages(database, world) };
    for (const draw of draws) {
      if (draw === undefined) continue;
      const drawn = draw(world);
      try {
        const matches = await compareAnswers(filled.storages, world, drawn);
        if (!isShrinking) tally.add(drawn, matches, world.rows[drawn.query.type].length);
      } catch (error) {
        isShrinking = true;
        throw error;
      }
    }
  });
}

/**
 * Sends a query to both storages.
 * @returns the number of matches
 * @throws Disagreement
 */
async function compareAnswers({ memory, database }: FilledStorages, world: World, drawn: DrawnQuery): Promise<number> {
  const { query } = drawn;
  for (let asked: Query | undefined = query; asked !== undefined;) {
    const answers = { memory: await answer(memory, asked), database: await answer(database, asked) };
    const isSame = isDeepStrictEqual(answers.memory, answers.database);
    if (!isSame) throw new Disagreement(world, { ...drawn, query: asked }, answers);
    asked = nextOf(asked, answers.memory);
  }
  const { total = 0 } = await memory.find({
    ...query,
    sort: [],
    page: { kind: 'numbered', size: 1, number: 1 },
    total: true,
  });
  return total;
}

/** The query for the next page of a walk; undefined at its end. */
export function nextOf(query: Query, found: Answer): Query | undefined {
  if (query.page?.kind !== 'cursor' || 'failure' in found || found.pageInfo?.hasMore !== true) return undefined;
  const { positions } = found.pageInfo;
  return { ...query, page: { ...query.page, position: positions.at(query.page.direction === 'after' ? -1 : 0) } };
}

async function answer(reader: ResourceReader, query: Query): Promise<Answer> {
  try {
    return await reader.find(query);
  } catch (error) {
    return { failure: String(error) };
  }
}
