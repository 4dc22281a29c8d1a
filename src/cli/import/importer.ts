import type { ImportJob } from './import-job.ts';
import { RunSender } from './run-sender.ts';
import { runsOf } from './runs.ts';

/**
 * Sends every record that is not settled according to the journal. Records that may have been written are sent with the
 * same key as before, so that they are written once.
 * @returns true if all are settled; false if it was stopped
 * @throws the first error, such as UnavailableError, once all pending requests are done
 */
export async function importEntries(job: ImportJob): Promise<boolean> {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const isStopped = (): boolean => job.stopped.aborted || failures.length > 0;
  const sender = new RunSender(job, isStopped);
  let isComplete = true;
  for await (const run of runsOf(job.entries, job.journal.state, () => sender.most)) {
    if (isStopped()) {
      isComplete = false;
      break;
    }
    const task: Promise<void> = sender
      .send(run)
      .then((isSettled) => void (isComplete &&= isSettled))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(task));
    underWay.add(task);
    if (underWay.size >= job.parallel) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
  return isComplete;
}
