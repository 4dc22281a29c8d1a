// The workers of a service are replaced under load. Nothing else fails but, every other time, one of the old workers.
import { eventually } from '../support/eventually.ts';
import { childrenOf, signalTo } from '../support/processes.ts';
import type { CrashingService } from './crashing-service.ts';
import { count, OUTCOME_KINDS, OUTCOMES, type Figures } from './figures.ts';
import type { Random } from './random.ts';
import { Violation } from './violation.ts';

export const WORKERS = 3;

/** The outcomes that a client, with a connection for each request, may see while workers are replaced. */
const ALLOWED: readonly string[] = ['acknowledged', 'refused'];

/**
 * Replaces the workers of a service so many times. Requests meanwhile must not fail, unless a worker was killed.
 * @throws Error when they are not replaced
 */
export async function restartUnderLoad(
  service: CrashingService,
  random: Random,
  figures: Figures,
  times: number,
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const how = time % 2 === 0 ? 'calm' : 'a worker killed';
    const before = totalsOf(figures);
    await replaceWorkers(service, how === 'calm' ? undefined : random);
    count(figures.rolls, `${how}: all workers replaced`);
    const after = totalsOf(figures);
    for (const [index, kind] of OUTCOME_KINDS.entries()) {
      const requests = (after[index] ?? 0) - (before[index] ?? 0);
      count(figures.rolls, `${how}: ${OUTCOMES[kind]}`, requests);
      if (how === 'calm' && requests > 0 && !ALLOWED.includes(kind))
        figures.addViolation('rolling restart', new Violation(`${requests} requests: ${OUTCOMES[kind]}`));
    }
  }
}

/** @param random chooses an old worker to be killed meanwhile, if given */
async function replaceWorkers(service: CrashingService, random: Random | undefined): Promise<void> {
  const { pid = 0 } = service;
  const workers = (): readonly number[] => childrenOf(pid);
  await eventually('there are as many workers as there should be', () => workers().length === WORKERS);
  const old = workers();
  signalTo(pid, 'SIGUSR2');
  const victim = random?.pick(old);
  if (victim !== undefined) {
    await eventually('the first new worker starts', () => workers().length > WORKERS);
    service.killWorker(victim);
  }
  for (const worker of old) await eventually('an old worker has ended', () => !workers().includes(worker));
  await eventually('there are as many workers as before', () => workers().length === WORKERS);
}

function totalsOf({ reads, writes }: Figures): readonly number[] {
  return OUTCOME_KINDS.map((kind) => reads[kind] + writes[kind]);
}
