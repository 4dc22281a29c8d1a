// Kills the test process, with a reason, where mocha's timeouts cannot: if a test blocks the event loop, or the process outlives its last test.
import { writeSync } from 'node:fs';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

const BEAT_MILLIS = 1000;
/** Missed beats until the process is killed. */
const PATIENCE = 180;

export const mochaHooks = isMainThread ? beating() : {};
if (!isMainThread) watch();

/** Sends the thread a beat with the current test; stops after the last one. */
function beating(): Mocha.RootHookObject {
  const thread = new Worker(new URL(import.meta.url));
  thread.unref();
  let place = 'before the first test';
  const beat = (): void => {
    thread.postMessage(place);
  };
  const timer = setInterval(beat, BEAT_MILLIS).unref();
  return {
    beforeEach(this: Mocha.Context) {
      place = `in or after the test "${this.currentTest?.fullTitle() ?? ''}"`;
      beat();
    },
    afterAll() {
      clearInterval(timer);
      place = 'after the last test';
      beat();
    },
  };
}

/** Counts beats instead of reading a clock, so that a suspended computer is not taken for a hanging process. */
function watch(): void {
  let place = '';
  let missed = 0;
  parentPort?.on('message', (next: string) => {
    place = next;
    missed = 0;
  });
  setInterval(() => {
    missed += 1;
    if (missed < PATIENCE) return;
    writeSync(2, `\nThe process has hung for ${(PATIENCE * BEAT_MILLIS) / 1000} s ${place}\n`);
    process.kill(process.pid, 'SIGKILL');
  }, BEAT_MILLIS);
}
