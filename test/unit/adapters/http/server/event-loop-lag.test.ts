import { mock } from 'node:test';
import { expect } from 'chai';
import { watchEventLoop, type LagWatch } from '#adapters/http/server/event-loop-lag';

const MAX_LAG = 120;
/** The sampling interval of the watch. */
const SAMPLE_MILLIS = 100;

describe('The event loop watch', () => {
  let now: number;
  let watch: LagWatch;

  beforeEach(() => {
    now = 0;
    mock.timers.enable({ apis: ['setInterval'] });
    mock.method(performance, 'now', () => now);
    watch = watchEventLoop(MAX_LAG);
  });
  afterEach(() => {
    watch.stop();
    mock.timers.reset();
    mock.restoreAll();
  });

  /** Lets the watch take its next sample, this many milliseconds late. */
  function sample(lateMillis: number): void {
    now += SAMPLE_MILLIS + lateMillis;
    mock.timers.tick(SAMPLE_MILLIS);
  }

  it('does not report one long task', () => {
    sample(5 * MAX_LAG);
    expect(watch.isLagging()).to.equal(false);
    for (let count = 0; count < 5; count += 1) {
      sample(0);
      expect(watch.isLagging()).to.equal(false);
    }
  });

  it('tolerates any number of lags within the limit', () => {
    for (let count = 0; count < 5; count += 1) sample(MAX_LAG);
    expect(watch.isLagging()).to.equal(false);
  });

  it('reports a process that is late repeatedly, until it has caught up', () => {
    for (let count = 0; count < 3; count += 1) sample(2 * MAX_LAG);
    expect(watch.isLagging()).to.equal(true);
    sample(0);
    expect(watch.isLagging()).to.equal(false);
  });
});
