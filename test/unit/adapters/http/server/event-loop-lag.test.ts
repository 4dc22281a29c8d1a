import { mock } from 'node:test';
import { expect } from 'chai';
import { watchEventLoop, type LagWatch } from '#adapters/http/server/event-loop-lag';

const MAX_LAG = 120;
/** How often the watch looks. */
const LOOK_MILLIS = 100;

describe('The watch on the event loop', () => {
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

  /** The watch looks again, so many milliseconds late. */
  function look(lateMillis: number): void {
    now += LOOK_MILLIS + lateMillis;
    mock.timers.tick(LOOK_MILLIS);
  }

  it('does not see an overload in one long task', () => {
    look(5 * MAX_LAG);
    expect(watch.isOverloaded()).to.equal(false);
    for (let looks = 0; looks < 5; looks += 1) {
      look(0);
      expect(watch.isOverloaded()).to.equal(false);
    }
  });

  it('does not see one in lags that are allowed, however many', () => {
    for (let looks = 0; looks < 5; looks += 1) look(MAX_LAG);
    expect(watch.isOverloaded()).to.equal(false);
  });

  it('sees one when the process is late again and again, and none when it has caught up', () => {
    for (let looks = 0; looks < 3; looks += 1) look(2 * MAX_LAG);
    expect(watch.isOverloaded()).to.equal(true);
    look(0);
    expect(watch.isOverloaded()).to.equal(false);
  });
});
