import { served } from '#composition/product/served';
import type { Seed } from '#models/seed-words';
import { enumerate, fillService } from '../seed/fill-service.ts';
import { defineCommand, integerOf, type Command } from './command.ts';
import { readService, urlOption } from './settings.ts';

const DEFAULT_SEED = 1;

/** The `seed` command, for a product that can invent data. */
export function seedCommand(seed: Seed): Command {
  const { counted, defaultCount, meaning } = seed;
  return defineCommand({
    name: 'seed',
    summary: `Create realistic ${everyPlural()}; the same seed creates the same data`,
    operands: [],
    options: {
      [counted]: { value: 'N', meaning },
      seed: { value: 'S', meaning: `a number; a different one creates different data (default: ${DEFAULT_SEED})` },
      url: urlOption,
    },
    notes: [
      `Writes through the API, so the service must be running. If it is empty, ${everyPlural()} are numbered from 1, in the same order every time.`,
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
      const stopped = untilInterrupted(io, 'stopping once the pending requests are done');
      const api = new OpenedApi({ url, token, stopped });
      try {
        return (await fillService(io, api, { seed, count, number, stopped })) ? 0 : 1;
      } finally {
        api.close();
      }
    },
  });
}

function everyPlural(): string {
  return enumerate(Object.values(served.resources).map(({ plural }) => plural));
}
