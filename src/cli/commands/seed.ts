import type { ApiClient } from '../http/api.ts';
import type { CommandIo } from '../terminal/command-io.ts';
import { defineCommand, integerOf, type ExitCode } from './command.ts';
import { readService, urlOption } from './settings.ts';

const DEFAULT_PERSONS = 20;
const DEFAULT_SEED = 1;

export const seed = defineCommand({
  name: 'seed',
  summary: 'Create believable persons and computers, the same for the same seed',
  operands: [],
  options: {
    persons: { value: 'N', meaning: `how many persons, each with up to 3 computers (default: ${DEFAULT_PERSONS})` },
    seed: { value: 'S', meaning: `another number gives other data (default: ${DEFAULT_SEED})` },
    url: urlOption,
  },
  notes: [
    'Writes through the API, so the service must run. On an empty one persons and computers are numbered from 1, in the same order every time.',
    'A second run adds the same data again, under other ids.',
  ],
  run: async (given, io) => {
    const persons = integerOf(given, 'persons', [1, 10_000_000]) ?? DEFAULT_PERSONS;
    const number = integerOf(given, 'seed', [0, Number.MAX_SAFE_INTEGER]) ?? DEFAULT_SEED;
    const { url, token } = await readService(given, io.process.env);
    const [{ ApiClient: OpenedApi }, { untilInterrupted }] = await Promise.all([
      import('../http/api.ts'),
      import('../terminal/interrupt.ts'),
    ]);
    const stopped = untilInterrupted(io, 'stopping once the requests under way are answered');
    const api = new OpenedApi({ url, token, stopped });
    try {
      return await runSeed(io, api, { persons, number, stopped });
    } finally {
      api.close();
    }
  },
});

interface SeedRequest {
  readonly persons: number;
  readonly number: number;
  readonly stopped: AbortSignal;
}

async function runSeed(io: CommandIo, api: ApiClient, { persons, number, stopped }: SeedRequest): Promise<ExitCode> {
  await api.requireService();
  const [{ households }, { Seeder }, { showProgress }] = await Promise.all([
    import('../seed/households.ts'),
    import('../seed/seeder.ts'),
    import('../terminal/progress.ts'),
  ]);
  const progress = await showProgress(io, 'persons', persons, stopped);
  const seeder = new Seeder(api, stopped, (done) => progress.show(done));
  await seeder.createAll(households(persons, number));
  progress.stop();
  const { person, computer } = seeder.created;
  const [problem, ...others] = seeder.problems;
  if (problem !== undefined) io.tell(others.length === 0 ? problem : `${problem} (and ${others.length} more)`);
  io.tell(`created ${person} persons and ${computer} computers`);
  return seeder.hasFailed || stopped.aborted ? 1 : 0;
}
