import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { Supervisor } from '#composition/processes/supervisor';
import { WorkerEndedError, type StartedWorker, type WorkerExit } from '#composition/processes/worker-handle';
import { eventually } from '../../../support/eventually.ts';

/** What happened, in order: `start 1`, `stop 1`, `kill 1`. */
let happened: string[];
let logged: string[];
/** How the next workers end before they listen. */
let startFailures: WorkerExit[];
let deaths: number;
/** Starts, finished or not. */
let begun: number;
/** No start goes on before it opens. */
let gate: Promise<undefined>;

const FAILED: WorkerExit = { code: 1, signal: undefined };
const KILLED: WorkerExit = { code: undefined, signal: 'SIGKILL' };

interface FakeWorker extends StartedWorker {
  end(how: Partial<WorkerExit>): void;
}

describe('A supervisor', () => {
  let workers: FakeWorker[];

  beforeEach(() => {
    [workers, happened, logged, startFailures] = [[], [], [], []];
    [deaths, begun, gate] = [0, 0, Promise.resolve(undefined)];
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
        begun += 1;
        await gate;
        await pause(1);
        const failure = startFailures.shift();
        if (failure !== undefined) {
          happened.push('fail');
          throw new WorkerEndedError(failure);
        }
        return startFake(stops);
      },
    });
  }

  function startFake(stops: boolean): FakeWorker {
    const pid = workers.length + 1;
    happened.push(`start ${pid}`);
    const { promise: ended, resolve } = Promise.withResolvers<WorkerExit>();
    const end = (how: Partial<WorkerExit>): void => resolve({ code: undefined, signal: undefined, ...how });
    const worker: FakeWorker = {
      pid,
      url: 'http://localhost:1',
      ended,
      end,
      metrics: async () => [],
      readiness: async () => ({ because: [], warnings: [] }),
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

  /**
   * Resolves once a third worker is starting.
   * @returns lets it listen
   */
  async function thirdStarts(cause: () => unknown): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    gate = promise;
    cause();
    await eventually('another one is starting', () => begun === 3);
    return () => resolve(undefined);
  }

  /** @returns finishes it */
  async function beginToRoll(supervisor: Supervisor): Promise<() => Promise<void>> {
    let rolled = Promise.resolve();
    const open = await thirdStarts(() => (rolled = supervisor.roll()));
    return () => {
      open();
      return rolled;
    };
  }

  const failureOf = (supervisor: Supervisor): Promise<string> =>
    supervisor.start().then(
      () => 'none',
      (error: unknown) => String(error instanceof Error ? error.message : error),
    );

  const pids = (supervisor: Supervisor): readonly number[] => supervisor.workers.map(({ pid }) => pid);

  it('starts one worker before the others', async () => {
    const supervisor = supervise(3);
    expect(await supervisor.start()).to.equal('http://localhost:1');
    expect(pids(supervisor)).to.deep.equal([1, 2, 3]);
  });

  it('does not start the others if the first one fails', async () => {
    startFailures = [FAILED];
    expect(await failureOf(supervise(3))).to.equal('a worker ended (1) before it listened');
    expect(happened).to.deep.equal(['fail']);
  });

  it('starts another one for each that is killed at the start, and counts them', async () => {
    startFailures = [KILLED, { code: 0, signal: undefined }];
    const supervisor = supervise(3);
    await supervisor.start();
    expect(pids(supervisor)).to.deep.equal([1, 2, 3]);
    expect(deaths).to.equal(2);
  });

  it('does not start if too many are killed', async () => {
    startFailures = Array.from({ length: 9 }, () => KILLED);
    expect(await failureOf(supervise(3))).to.equal('a worker ended (SIGKILL) before it listened');
    expect(happened).to.deep.equal(['fail', 'fail', 'fail', 'fail', 'fail', 'fail']);
  });

  it('replaces a worker that dies, and tries again if the new one does not start', async () => {
    const supervisor = supervise(2);
    await supervisor.start();
    startFailures = [FAILED, KILLED];
    workers[0]?.end({ signal: 'SIGSEGV' });
    await eventually('there are two again', () => pids(supervisor).join() === '2,3');
    expect(happened).to.deep.equal(['start 1', 'start 2', 'fail', 'fail', 'start 3']);
    expect(deaths).to.equal(3);
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
    startFailures = [FAILED];
    await supervisor.roll();
    expect(pids(supervisor)).to.deep.equal([1, 2]);
    expect(logged).to.deep.equal(['the restart is abandoned, as a new worker does not start']);
  });

  it('has as many as before if an old one dies while its new one starts', async () => {
    const supervisor = supervise(2);
    await supervisor.start();
    const finish = await beginToRoll(supervisor);
    workers[0]?.end(KILLED);
    await finish();
    await pause(200);
    expect(happened.slice(2)).to.deep.equal(['start 3', 'start 4', 'stop 2']);
    expect(pids(supervisor)).to.deep.equal([3, 4]);
    expect(logged).to.deep.equal(['a worker died, starting another one', 'all workers are new']);
  });

  it('has as many as before if another old one dies meanwhile', async () => {
    const supervisor = supervise(2);
    await supervisor.start();
    const finish = await beginToRoll(supervisor);
    workers[1]?.end(KILLED);
    await finish();
    await eventually('there are two again', () => pids(supervisor).join() === '3,4');
    expect(happened.slice(2)).to.deep.equal(['start 3', 'stop 1', 'start 4']);
    expect(logged).to.deep.equal(['a worker died, starting another one', 'all workers are new']);
  });

  it('has as many as before if an old one dies whose new one does not start', async () => {
    const supervisor = supervise(2);
    await supervisor.start();
    startFailures = [FAILED];
    const finish = await beginToRoll(supervisor);
    workers[0]?.end(KILLED);
    await finish();
    await eventually('there are two again', () => pids(supervisor).join() === '2,3');
  });

  it('replaces one that was starting, as it may be of old code', async () => {
    const supervisor = supervise(2);
    await supervisor.start();
    const open = await thirdStarts(() => workers[0]?.end(KILLED));
    const rolled = supervisor.roll();
    open();
    await rolled;
    expect(pids(supervisor)).to.deep.equal([4, 5]);
  });

  it('waits for a worker that was stopping already when it stops', async () => {
    const supervisor = supervise(1, false);
    await supervisor.start();
    const rolled = supervisor.roll();
    await eventually('the old one is stopping', () => happened.includes('stop 1'));
    await supervisor.stop();
    expect(happened).to.include.members(['kill 1', 'kill 2']);
    await rolled;
    expect(logged).not.to.include('all workers are new');
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
