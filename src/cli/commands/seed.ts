import { served } from '#composition/product/served';
import type { Seed } from '#models/seed-words';
import type { ApiClient } from '../http/api.ts';
import type { CommandIo } from '../terminal/command-io.ts';
import { defineCommand, integerOf, type Command, type ExitCode } from './command.ts';
import { readService, urlOption } from './settings.ts';

const DEFAULT_SEED = 1;

/** The `seed` command, for a product that can invent data. */
export function seedCommand(seed: Seed): Command {
  const { counted, defaultCount, meaning } = seed;
  return defineCommand({
    name: 'seed',
    summary: `Create believable ${everyPlural()}; the same seed creates the same data`,
    operands: [],
    options: {
      [counted]: { value: 'N', meaning },
      seed: { value: 'S', meaning: `a number; another one creates other data (default: ${DEFAULT_SEED})` },
      url: urlOption,
    },
    notes: [
      `Writes through the API, so the service must run. On an empty one ${everyPlural()} are numbered from 1, in the same order every time.`,
      'A second run adds the same data again, under other ids.',
    ],
    run: async (given, io) => {
      const count = integerOf(given, counted, [1, 10_000_000]) ?? defaultCount;
      const number = integerOf(given, 'seed', [0, Number.MAX_SAFE_INTEGER]) ?? DEFAULT_SEED;
      const { url, token } = await readService(given, io.process.env);
      const [{ ApiClient: OpenedApi }, { untilInterrupted }] = await Promise.all([
        import('../http/api.ts'),
        import('../terminal/interrupt.ts'),
      ]);
      const stopped = untilInterrupted(io, 'stopping once the requests under way are answered');
      const api = new OpenedApi({ url, token, stopped });
      try {
        return await runSeed(io, api, { seed, count, number, stopped });
      } finally {
        api.close();
      }
    },
  });
}

function everyPlural(): string {
  return enumerate(Object.values(served.resources).map(({ plural }) => plural));
}

function enumerate(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words);
}

interface SeedRequest {
  readonly seed: Seed;
  readonly count: number;
  readonly number: number;
  readonly stopped: AbortSignal;
}

async function runSeed(
  io: CommandIo,
  api: ApiClient,
  { seed, count, number, stopped }: SeedRequest,
): Promise<ExitCode> {
  await api.requireService();
  const [units, { Seeder }, { showProgress }] = await Promise.all([
    seed.units(count, number),
    import('../seed/seeder.ts'),
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
  return seeder.hasFailed || stopped.aborted ? 1 : 0;
}
