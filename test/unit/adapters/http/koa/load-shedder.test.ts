import { mock } from 'node:test';
import { expect } from 'chai';
import { LoadShedder, watchEventLoop, type LagWatch } from '#adapters/http/koa/load-shedder';

describe('The load of the process', () => {
  let now: number;
  let isLagging: boolean;
  let refused: number;
  let load: LoadShedder;

  beforeEach(() => {
    now = 0;
    isLagging = true;
    refused = 0;
    mock.timers.enable({ apis: ['setImmediate'] });
    mock.method(performance, 'now', () => now);
    load = new LoadShedder(
      () => isLagging,
      () => (refused += 1),
    );
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
  });

  /** Begins so many requests; returns how many of them may begin. */
  function begin(count: number): number {
    return Array.from({ length: count }, () => load.tryBeginRequest()).filter((begins) => begins).length;
  }

  /** Ends so many requests. */
  function end(count: number): void {
    for (let ended = 0; ended < count; ended += 1) load.endRequest();
  }

  function nextTurn(): void {
    mock.timers.tick(0);
  }

  /** Answers so many requests in one second, one after the other. */
  function answer(requests: number): void {
    for (let answered = 0; answered < requests; answered += 1) {
      load.tryBeginRequest();
      now += 1000 / requests;
      load.endRequest();
      nextTurn();
    }
  }

  it('is never excessive with one request at a time, however slow', () => {
    for (let times = 0; times < 20; times += 1) {
      expect(load.tryBeginRequest()).to.equal(true);
      expect(load.isExcessive).to.equal(false);
      now += 5000;
      load.endRequest();
      nextTurn();
    }
  });

  it('is never excessive with ten requests', () => {
    answer(1);
    expect(begin(10)).to.equal(10);
    now += 60_000;
    expect(begin(1)).to.equal(0);
    end(1);
    nextTurn();
    expect(begin(1)).to.equal(1);
  });

  it('is never excessive while the event loop keeps up', () => {
    answer(1);
    isLagging = false;
    expect(begin(1000)).to.equal(1000);
    expect(load.isExcessive).to.equal(false);
  });

  it('is not excessive before the first second of work', () => {
    expect(begin(1000)).to.equal(1000);
    now += 999;
    expect(begin(1000)).to.equal(1000);
  });

  it('is excessive when the loop lags and more are under way than were answered in a second', () => {
    answer(50);
    expect(begin(80)).to.equal(50);
    expect(refused).to.equal(30);
    expect(load.isExcessive).to.equal(true);
    isLagging = false;
    expect(begin(30)).to.equal(30);
  });

  it('includes what the present turn of the event loop has answered', () => {
    answer(50);
    for (let times = 0; times < 50; times += 1) {
      expect(load.tryBeginRequest()).to.equal(true);
      load.endRequest();
    }
    expect(load.tryBeginRequest()).to.equal(false);
    nextTurn();
    expect(load.tryBeginRequest()).to.equal(true);
  });

  it('is compared with the last second of work, even if that was long ago', () => {
    answer(50);
    now += 3_600_000;
    expect(begin(80)).to.equal(50);
  });

  it('is compared with the answers per second, not per turn', () => {
    begin(100);
    for (let answered = 0; answered < 100; answered += 1) {
      now += 40;
      load.endRequest();
    }
    nextTurn();
    expect(begin(80)).to.equal(25);
  });

  it('is excessive when nothing is answered any more', () => {
    answer(50);
    expect(begin(20)).to.equal(20);
    now += 1000;
    expect(load.tryBeginRequest()).to.equal(false);
  });

  it('remains excessive for a second after the last refusal', () => {
    answer(20);
    expect(begin(21)).to.equal(20);
    end(20);
    nextTurn();
    now += 999;
    expect(load.isExcessive).to.equal(true);
    now += 1;
    expect(load.isExcessive).to.equal(false);
  });
});

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
