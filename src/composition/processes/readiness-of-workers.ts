import type { Readiness } from '#adapters/admin/admin-server';
import type { StartedWorker } from './worker-handle.ts';

/** The service is ready if any worker is, because that worker can take requests. Workers that do not respond are ignored. */
export async function readinessOf(
  workers: readonly Pick<StartedWorker, 'readiness'>[],
  isDraining: boolean,
): Promise<Readiness> {
  const answers = await Promise.all(workers.map((worker) => worker.readiness()));
  const known = answers.filter((answer) => answer !== undefined);
  return {
    because: isDraining ? ['draining'] : reasonsOf(known),
    warnings: distinct(known.flatMap(({ warnings }) => warnings)),
    policies: distinct(known.flatMap(({ policies }) => policies)),
  };
}

function reasonsOf(known: readonly Readiness[]): readonly string[] {
  if (known.length === 0) return ['no worker responds'];
  const isReady = known.some(({ because }) => because.length === 0);
  return isReady ? [] : distinct(known.flatMap(({ because }) => because));
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
