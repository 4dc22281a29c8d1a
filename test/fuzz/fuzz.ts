// The property: nothing that a client sends gives a server error or changes what it should not.
import { inspect } from 'node:util';
import fc from 'fast-check';
import { noiseShots } from './noise.ts';
import { requestShots } from './requests.ts';
import type { Shot } from './shot.ts';
import { countDatabaseErrors, openSubject, type Dump, type StorageName } from './subject.ts';
import { Tally } from './tally.ts';
import { Find, fireVolley, isSound, type Range } from './volley.ts';
import { Wire } from './wire.ts';

export interface FuzzOptions {
  readonly storage: StorageName;
  /** At least so many requests are sent. */
  readonly runs: number;
  readonly seed: number;
  /** Sends again what an earlier run with this seed has found. */
  readonly path?: string | undefined;
}

export interface FuzzReport {
  readonly tally: Tally;
  /** One text each: what is wrong, the request as a shell command, seed and path to replay it. */
  readonly finds: readonly string[];
  /** Errors of the database by SQLSTATE class; under `input` those that input has caused. */
  readonly databaseErrors: Readonly<Record<string, number>>;
}

const SHOTS_PER_VOLLEY = 64;
const MOST_FINDS = 5;
/** How often a find is tried to be made smaller. */
const MOST_SHRINKS = 300;

/** Fires at a service until there have been enough requests, or too many finds. */
export async function fuzz({ storage, runs, seed: firstSeed, path = '' }: FuzzOptions): Promise<FuzzReport> {
  const tally = new Tally();
  const finds: string[] = [];
  const place = new FiringPlace(storage);
  try {
    for (let seed = firstSeed; tally.sent < runs && finds.length < MOST_FINDS; seed += 1) {
      const numRuns = Math.ceil((runs - tally.sent) / SHOTS_PER_VOLLEY);
      const result = await fc.check(volleys(place, tally), { seed, path, numRuns, unbiased: true });
      if (result.failed) finds.push(`after ${tally.sent} requests ${describeFind(result)}`);
      if (path !== '') break;
    }
    return { tally, finds, databaseErrors: await place.databaseErrors() };
  } finally {
    await place.close();
  }
}

type Volley = readonly (Shot | undefined)[];

function volleys(place: FiringPlace, tally: Tally): fc.IAsyncProperty<[Volley]> {
  const shots = fc.oneof(
    { weight: 11, arbitrary: volleyOf(requestShots) },
    { weight: 1, arbitrary: volleyOf(fc.oneof<fc.Arbitrary<Shot>[]>(requestShots, noiseShots)) },
  );
  let failures = 0;
  return fc.asyncProperty(shots, async (volley) => {
    if (failures > MOST_SHRINKS) return;
    const range = await place.range();
    try {
      await fireVolley(
        range,
        volley.filter((each) => each !== undefined),
        failures === 0 ? tally : undefined,
      );
    } catch (error) {
      failures += 1;
      range.dump = await range.subject.dump();
      throw error;
    }
    if (failures > 0) failures += 1;
  });
}

/** Each shot can vanish by itself when a find is made smaller. */
function volleyOf(shot: fc.Arbitrary<Shot>): fc.Arbitrary<Volley> {
  return fc.tuple(...Array.from({ length: SHOTS_PER_VOLLEY }, () => fc.option(shot, { nil: undefined, freq: 1000 })));
}

function describeFind({ errorInstance, seed, counterexamplePath }: fc.RunDetails<[Volley]>): string {
  const error = errorInstance instanceof Find ? errorInstance.message : inspect(errorInstance);
  return `${error}\nreplay with --seed ${seed} --path ${counterexamplePath ?? ''}`;
}

/** Keeps a service with a fair number of rows: it starts another one when there are too few left, or too many. */
class FiringPlace {
  readonly #storage: StorageName;
  readonly #errors: Record<string, number> = {};
  #range: Range | undefined;

  constructor(storage: StorageName) {
    this.#storage = storage;
  }

  async range(): Promise<Range> {
    if (this.#range !== undefined && isFair(this.#range.dump)) return this.#range;
    await this.close();
    const subject = await openSubject[this.#storage]();
    this.#range = { subject, wire: new Wire(subject.service.url), dump: await subject.dump(), inputErrors: 0 };
    return this.#range;
  }

  /** Of all services so far. */
  async databaseErrors(): Promise<Readonly<Record<string, number>>> {
    await this.close();
    return this.#errors;
  }

  async close(): Promise<void> {
    if (this.#range === undefined) return;
    const { subject, wire } = this.#range;
    this.#range = undefined;
    for (const [name, count] of Object.entries(await countDatabaseErrors(subject.service)))
      this.#errors[name] = (this.#errors[name] ?? 0) + count;
    wire.close();
    await subject.stop();
  }
}

function isFair(dump: Dump): boolean {
  const { persons, computers } = dump;
  const isBetween = (least: number, count: number, most: number): boolean => least <= count && count <= most;
  return isBetween(4, persons.length, 60) && isBetween(4, computers.length, 80) && isSound(dump);
}
