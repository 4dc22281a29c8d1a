import { served } from '#composition/product/served';
import type { Seed } from '#models/seed-words';
import type { ApiClient } from '../http/api.ts';
import type { CommandIo } from '../terminal/command-io.ts';

interface SeedRequest {
  readonly seed: Seed;
  /** The number of units. */
  readonly count: number;
  /** The same number creates the same data. */
  readonly number: number;
  readonly stopped: AbortSignal;
}

/**
 * Creates sample data through the API. Shows the progress, then a problem, if any, and the numbers created.
 * @returns true if everything was created
 * @throws Error if the service cannot be reached
 */
export async function fillService(
  io: CommandIo,
  api: ApiClient,
  { seed, count, number, stopped }: SeedRequest,
): Promise<boolean> {
  await api.requireService();
  const [units, { Seeder }, { showProgress }] = await Promise.all([
    seed.units(count, number),
    import('./seeder.ts'),
    import('../terminal/progress.ts'),
  ]);
  const progress = await showProgress(io, seed.counted, count, stopped);
  const seeder = new Seeder(api, stopped, (done) => progress.show(done));
  await seeder.createAll(units);
  progress.stop();
  const [problem, ...others] = seeder.problems;
  if (problem !== undefined) io.tell(others.length === 0 ? problem : `${problem} (and ${others.length} more)`);
  const created = Object.values(served.resources).map(
    ({ type, plural }) => `${seeder.created.get(type) ?? 0} ${plural}`,
  );
  io.tell(`created ${enumerate(created)}`);
  return !seeder.hasFailed && !stopped.aborted;
}

export function enumerate(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words);
}
