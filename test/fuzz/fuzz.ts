// The property: no input causes a server error, and no refused input changes the stored data.
import { inspect } from 'node:util';
import fc from 'fast-check';
import { hasOnlySendableText, sendBatch, Violation, type Harness } from './batch.ts';
import { positionOf } from './feed-requests.ts';
import type { Input } from './input.ts';
import { noiseInputs } from './noise.ts';
import { RawClient } from './raw-client.ts';
import { requestInputs } from './requests.ts';
import { seriesIn } from './series.ts';
import { databaseErrorsIn, metricsOf, openSubject, type Dump, type Row, type StorageName } from './subject.ts';
import { Tally } from './tally.ts';

export interface FuzzOptions {
  readonly storage: StorageName;
  /** The minimum number of inputs to send. */
  readonly runs: number;
  readonly seed: number;
  /** Replays a violation that an earlier run with this seed found. */
  readonly path?: string | undefined;
}

export interface FuzzReport {
  readonly tally: Tally;
  /** The violations: what is wrong, the input as a shell command, and the seed and path to replay it. */
  readonly violations: readonly string[];
  /** Database errors by SQLSTATE class; `input` counts those caused by input. */
  readonly databaseErrors: Readonly<Record<string, number>>;
  /** The series of the metrics afterwards, with their labels. */
  readonly series: ReadonlySet<string>;
}

const INPUTS_PER_BATCH = 64;
const MAX_VIOLATIONS = 5;
/** Limits the time to shrink a failing batch: one that fails only after those before it does not get smaller. */
const SHRINK_MILLIS = 30_000;

/** Sends random batches until enough inputs have been sent or too many violations were found. */
export async function fuzz({ storage, runs, seed: firstSeed, path = '' }: FuzzOptions): Promise<FuzzReport> {
  const tally = new Tally();
  const violations: string[] = [];
  const source = new HarnessSource(storage);
  try {
    for (let seed = firstSeed; tally.sent < runs && violations.length < MAX_VIOLATIONS; seed += 1) {
      const numRuns = Math.ceil((runs - tally.sent) / INPUTS_PER_BATCH);
      // oxlint-disable-next-line typescript/no-deprecated -- the plugin that replaces it does not fit a typed property
      const result = await fc.check(batchProperty(source, tally), { seed, path, numRuns, unbiased: true });
      if (result.failed) violations.push(`after ${tally.sent} inputs: ${describeViolation(result)}`);
      if (path !== '') break;
    }
    await source.close();
    return { tally, violations, databaseErrors: source.databaseErrors, series: source.series };
  } finally {
    await source.close();
  }
}

type Batch = readonly (Input | undefined)[];

function batchProperty(source: HarnessSource, tally: Tally): fc.IAsyncProperty<[Batch]> {
  const inputs = fc.oneof(
    { weight: 11, arbitrary: batchOf(requestInputs) },
    { weight: 1, arbitrary: batchOf(fc.oneof<fc.Arbitrary<Input>[]>(requestInputs, noiseInputs)) },
  );
  let shrinkEnd: number | undefined;
  return fc.asyncProperty(inputs, async (batch) => {
    if (shrinkEnd !== undefined && performance.now() > shrinkEnd) return;
    const harness = await source.current();
    try {
      await sendBatch(
        harness,
        batch.filter((each) => each !== undefined),
        shrinkEnd === undefined ? tally : undefined,
      );
    } catch (error) {
      shrinkEnd ??= performance.now() + SHRINK_MILLIS;
      harness.dump = await harness.subject.dump();
      throw error;
    }
  });
}

/** Each input is optional, so that shrinking can drop it on its own. */
function batchOf(input: fc.Arbitrary<Input>): fc.Arbitrary<Batch> {
  return fc.tuple(...Array.from({ length: INPUTS_PER_BATCH }, () => fc.option(input, { nil: undefined, freq: 1000 })));
}

function describeViolation({ errorInstance, seed, counterexamplePath }: fc.RunDetails<[Batch]>): string {
  const error = errorInstance instanceof Violation ? errorInstance.message : inspect(errorInstance);
  return `${error}\nreplay with --seed ${seed} --path ${counterexamplePath ?? ''}`;
}

/** Provides a service with a reasonable number of rows: starts a new one when too few or too many are left. */
class HarnessSource {
  readonly #storage: StorageName;
  /** The total over all services that are closed. */
  readonly databaseErrors: Record<string, number> = {};
  /** Of all services that are closed. */
  readonly series = new Set<string>();
  #harness: Harness | undefined;

  constructor(storage: StorageName) {
    this.#storage = storage;
  }

  async current(): Promise<Harness> {
    if (this.#harness !== undefined && isUsable(this.#harness.dump)) return this.#harness;
    await this.close();
    const subject = await openSubject[this.#storage]();
    const { url } = subject.service;
    const client = new RawClient(url, { mark: await subject.mark(), position: await positionOf(url) });
    this.#harness = { subject, client, dump: await subject.dump(), inputErrors: 0, seenTags: new Map() };
    return this.#harness;
  }

  async close(): Promise<void> {
    if (this.#harness === undefined) return;
    const { subject, client } = this.#harness;
    this.#harness = undefined;
    const metrics = await metricsOf(subject.service);
    for (const [name, count] of Object.entries(databaseErrorsIn(metrics)))
      this.databaseErrors[name] = (this.databaseErrors[name] ?? 0) + count;
    for (const each of seriesIn(metrics)) this.series.add(each);
    client.close();
    await subject.stop();
  }
}

function isUsable(dump: Dump): boolean {
  const hasUsableLength = ({ length }: readonly Row[]): boolean => 4 <= length && length <= 80;
  return Object.values(dump).every(hasUsableLength) && hasOnlySendableText(dump);
}
