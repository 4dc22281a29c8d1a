// Ends the tests with a reason where mocha's time limits cannot: when a test blocks the event loop, and when the process outlives its last test.
import { writeSync } from 'node:fs';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

const BEAT_MILLIS = 1000;
/** Beats missed until the process is given up. */
const PATIENCE = 180;

export const mochaHooks = isMainThread ? beating() : {};
if (!isMainThread) watch();

/** Tells the thread, with every beat, where the tests are; stops after the last one. */
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
      place = `in the test "${this.currentTest?.fullTitle() ?? ''}"`;
      beat();
    },
    afterEach(this: Mocha.Context) {
      place = `after the test "${this.currentTest?.fullTitle() ?? ''}"`;
      beat();
    },
    afterAll() {
      clearInterval(timer);
      place = 'after the last test';
      beat();
    },
  };
}

/** Counts, rather than reads a clock, so that a computer that has slept is not taken for one that hangs. */
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
