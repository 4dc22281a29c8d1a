import { expect } from 'chai';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ended, StartedWorker } from '../../../../src/composition/workers/started-worker.ts';
import { Supervisor } from '../../../../src/composition/workers/supervisor.ts';
import { eventually } from '../../../support/eventually.ts';

/** What happened, in order: `start 1`, `stop 1`, `kill 1`. */
let happened: string[];
let logged: string[];
let startFailures: number;
let deaths: number;

interface FakeWorker extends StartedWorker {
  end(how: Partial<Ended>): void;
}

describe('A supervisor', () => {
  let workers: FakeWorker[];

  beforeEach(() => {
    [workers, happened, logged, startFailures, deaths] = [[], [], [], 0, 0];
  });

  /** @param stops whether a worker ends when it is asked to */
  function supervise(count: number, stops = true): Supervisor {
    const report = (_facts: unknown, message: string): void => void logged.push(message);
    return new Supervisor({
      count,
      stopMillis: 50,
      log: { debug: report, info: report, warn: report, error: report },
      onDeath: () => (deaths += 1),
      start: async () => {
        await pause(1);
        if (startFailures > 0) {
          startFailures -= 1;
          happened.push('fail');
          throw new Error('planted');
        }
        return startFake(stops);
      },
    });
  }

  function startFake(stops: boolean): FakeWorker {
    const pid = workers.length + 1;
    happened.push(`start ${pid}`);
    const { promise: ended, resolve } = Promise.withResolvers<Ended>();
    const end = (how: Partial<Ended>): void => resolve({ code: undefined, signal: undefined, ...how });
    const worker: FakeWorker = {
      pid,
      url: 'http://localhost:1',
      ended,
      end,
      metrics: async () => [],
      unreadyReasons: async () => [],
      stop: () => {
        happened.push(`stop ${pid}`);
        if (stops) end({ code: 0 });
      },
      kill: () => {
        happened.push(`kill ${pid}`);
        end({ signal: 'SIGKILL' });
      },
    };
    workers.push(worker);
    return worker;
  }

  const pids = (supervisor: Supervisor): readonly number[] => supervisor.workers.map(({ pid }) => pid);

  it('starts one worker before the others', async () => {
    const supervisor = supervise(3);
    expect(await supervisor.start()).to.equal('http://localhost:1');
    expect(pids(supervisor)).to.deep.equal([1, 2, 3]);
  });

  it('does not start the others if the first one fails', async () => {
    startFailures = 1;
    const failure = await supervise(3)
      .start()
      .catch((error: unknown) => error);
    expect(failure).to.include({ message: 'planted' });
    expect(happened).to.deep.equal(['fail']);
  });

  it('replaces a worker that dies, and tries again if the new one does not start', async () => {
    const supervisor = supervise(2);
    await supervisor.start();
    startFailures = 2;
    workers[0]?.end({ signal: 'SIGSEGV' });
    await eventually('there are two again', () => pids(supervisor).join() === '2,3');
    expect(happened).to.deep.equal(['start 1', 'start 2', 'fail', 'fail', 'start 3']);
    expect(deaths).to.equal(1);
    expect(logged).to.deep.equal([
      'a worker died, starting another one',
      'a worker does not start, trying again',
      'a worker does not start, trying again',
    ]);
  });

  it('replaces all workers in turn, each by one that listens already', async () => {
    const supervisor = supervise(2);
    await supervisor.start();
    await supervisor.roll();
    expect(happened.slice(2)).to.deep.equal(['start 3', 'stop 1', 'start 4', 'stop 2']);
    expect(pids(supervisor)).to.deep.equal([3, 4]);
    expect([deaths, logged]).to.deep.equal([0, ['all workers are new']]);
  });

  it('begins anew if it is asked to replace them while it does', async () => {
    const supervisor = supervise(2);
    await supervisor.start();
    await Promise.all([supervisor.roll(), supervisor.roll()]);
    expect(pids(supervisor)).to.deep.equal([5, 6]);
  });

  it('keeps the old workers if new ones do not start', async () => {
    const supervisor = supervise(2);
    await supervisor.start();
    startFailures = 1;
    await supervisor.roll();
    expect(pids(supervisor)).to.deep.equal([1, 2]);
    expect(logged).to.deep.equal(['the restart is abandoned, as a new worker does not start']);
  });

  it('kills a worker that does not stop', async () => {
    const supervisor = supervise(2, false);
    await supervisor.start();
    await supervisor.stop();
    expect(happened.slice(2)).to.have.members(['stop 1', 'stop 2', 'kill 1', 'kill 2']);
    expect(pids(supervisor)).to.deep.equal([]);
  });

  it('replaces nothing once it stops', async () => {
    const supervisor = supervise(1);
    await supervisor.start();
    workers[0]?.end({ code: 1 });
    await Promise.resolve();
    await supervisor.stop();
    await pause(200);
    expect(happened).to.deep.equal(['start 1']);
  });
});
