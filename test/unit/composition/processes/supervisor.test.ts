import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { FileTexts } from '#composition/config/config';
import { Supervisor } from '#composition/processes/supervisor';
import { WorkerEndedError, type StartedWorker, type WorkerExit } from '#composition/processes/worker-handle';
import { eventually } from '../../../support/eventually.ts';

/** The events in order: `start 1`, `stop 1`, `kill 1`. */
let happened: string[];
let logged: string[];
/** The ways in which the next workers end before they listen. */
let startFailures: WorkerExit[];
let deaths: number;
/** Starts, finished or not. */
let begun: number;
/** Starts from this number on wait until the gate opens. */
let gatedFrom: number;
let gate: Promise<undefined>;
/** The files that a worker reads if it is given none. */
let onDisk: FileTexts;

const FAILED: WorkerExit = { code: 1, signal: undefined };
const KILLED: WorkerExit = { code: undefined, signal: 'SIGKILL' };

interface FakeWorker extends StartedWorker {
  end(how: Partial<WorkerExit>): void;
}

describe('A supervisor', () => {
  let workers: FakeWorker[];
  /** The supervisors of the current test. */
  let supervisors: Supervisor[];

  beforeEach(() => {
    supervisors = [];
    [workers, happened, logged, startFailures] = [[], [], [], []];
    [deaths, begun, gatedFrom, gate] = [0, 0, 0, Promise.resolve(undefined)];
    onDisk = { POLICY_FILE: 'first' };
  });

  // A supervisor that is still replacing a worker would add it to the next test's workers.
  afterEach(() => Promise.all(supervisors.map((each) => each.stop())));

  /** @param stops whether a worker ends when it is asked to */
  function supervise(count: number, stops = true): Supervisor {
    const report = (_facts: unknown, message: string): void => void logged.push(message);
    const supervisor = new Supervisor({
      count,
      stopMillis: 50,
      log: { debug: report, info: report, warn: report, error: report },
      onDeath: () => (deaths += 1),
      start: async (given) => {
        begun += 1;
        const files = given ?? onDisk;
        if (begun >= gatedFrom) await gate;
        await pause(1);
        const failure = startFailures.shift();
        if (failure !== undefined) {
          happened.push('fail');
          throw new WorkerEndedError(failure);
        }
        return startFake(stops, files);
      },
    });
    supervisors.push(supervisor);
    return supervisor;
  }

  function startFake(stops: boolean, files: FileTexts): FakeWorker {
    const pid = workers.length + 1;
    happened.push(`start ${pid}`);
    const { promise: ended, resolve } = Promise.withResolvers<WorkerExit>();
    const end = (how: Partial<WorkerExit>): void => resolve({ code: undefined, signal: undefined, ...how });
    const worker: FakeWorker = {
      pid,
      url: 'http://localhost:1',
      files,
      ended,
      end,
      metrics: async () => [],
      readiness: async () => ({ because: [], warnings: [], policies: [] }),
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
  const policies = (supervisor: Supervisor): readonly unknown[] =>
    supervisor.workers.map(({ files }) => files['POLICY_FILE']);

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
      'a worker died, starting another',
      'a worker did not start, trying again',
      'a worker did not start, trying again',
    ]);
  });

  it('replaces all workers in turn, each by one that listens already', async () => {
    const supervisor = supervise(2);
    await supervisor.start();
    await supervisor.roll();
    expect(happened.slice(2)).to.deep.equal(['start 3', 'stop 1', 'start 4', 'stop 2']);
    expect(pids(supervisor)).to.deep.equal([3, 4]);
    expect([deaths, logged]).to.deep.equal([0, ['all workers have been replaced']]);
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
    expect(logged).to.deep.equal(['restart abandoned because a new worker did not start']);
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
    expect(logged).to.deep.equal(['a worker died, starting another', 'all workers have been replaced']);
  });

  it('has as many as before if another old one dies meanwhile', async () => {
    const supervisor = supervise(2);
    await supervisor.start();
    const finish = await beginToRoll(supervisor);
    workers[1]?.end(KILLED);
    await finish();
    await eventually('there are two again', () => pids(supervisor).join() === '3,4');
    expect(happened.slice(2)).to.deep.equal(['start 3', 'stop 1', 'start 4']);
    expect(logged).to.deep.equal(['a worker died, starting another', 'all workers have been replaced']);
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
    expect(logged).not.to.include('all workers have been replaced');
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

  describe('whose workers share files', () => {
    const ABANDONED = 'restart abandoned because a new worker did not start';
    const GOING_BACK = 'replacing the workers that use the new files with workers that use the previous ones';
    const AGAIN = 'a worker did not start, trying again';
    const GONE_BACK = 'all workers use the previous files';
    const DIED = 'a worker died, starting another';
    let supervisor: Supervisor;

    async function startWith(count: number): Promise<void> {
      supervisor = supervise(count);
      await supervisor.start();
      onDisk = { POLICY_FILE: 'second' };
    }

    const eventuallyServe = (...expected: readonly string[]): Promise<void> =>
      eventually(`they serve by ${expected.join()}`, () => policies(supervisor).join() === expected.join());

    it('gives the files of the first worker to the others and to replacements', async () => {
      await startWith(2);
      workers[0]?.end(KILLED);
      await eventually('it is replaced', () => workers.length === 3);
      await eventuallyServe('first', 'first');
    });

    it('gives the files of the first new worker to the others, and keeps them once all have been replaced', async () => {
      await startWith(2);
      const finish = await newWorkerStarts(1);
      onDisk = { POLICY_FILE: 'third' };
      await finish();
      expect(policies(supervisor)).to.deep.equal(['second', 'second']);
      workers[3]?.end(KILLED);
      await eventually('it is replaced', () => workers.length === 5);
      await eventuallyServe('second', 'second');
    });

    it('keeps the previous files if the first new worker does not start', async () => {
      await startWith(2);
      startFailures = [FAILED];
      await supervisor.roll();
      expect(logged).to.deep.equal([ABANDONED]);
      workers[0]?.end(KILLED);
      workers[1]?.end(KILLED);
      await eventually('they are replaced', () => workers.length === 4);
      await eventuallyServe('first', 'first');
    });

    for (const how of [FAILED, KILLED])
      it(`goes back if the second of three new workers ${how === KILLED ? 'is killed' : 'fails'} while it starts`, async () => {
        await startWith(3);
        const finish = await rollUpToNewWorker(2, how);
        await finish();
        expect(policies(supervisor)).to.deep.equal(['first', 'first', 'first']);
        expect(happened.slice(3)).to.deep.equal(['start 4', 'stop 1', 'fail', 'start 5', 'stop 4']);
        expect(logged).to.deep.equal([ABANDONED, GOING_BACK, GONE_BACK]);
        workers[4]?.end(KILLED);
        await eventually('it is replaced', () => workers.length === 6);
        await eventuallyServe('first', 'first', 'first');
      });

    it('retries going back until it succeeds', async () => {
      await startWith(2);
      const finish = await rollUpToNewWorker(2, FAILED, FAILED, KILLED);
      await finish();
      expect(policies(supervisor)).to.deep.equal(['first', 'first']);
      expect(logged).to.deep.equal([ABANDONED, GOING_BACK, AGAIN, AGAIN, GONE_BACK]);
    });

    it('no longer goes back once another restart is requested', async () => {
      await startWith(2);
      const finish = await rollUpToNewWorker(2, FAILED, FAILED);
      const first = finish();
      await eventually('it cannot go back yet', () => logged.includes(AGAIN));
      await Promise.all([first, supervisor.roll()]);
      expect(policies(supervisor)).to.deep.equal(['second', 'second']);
      expect(logged).to.include('all workers have been replaced').and.not.include(GONE_BACK);
    });

    it('gives the previous files to the replacement of a worker that dies before any new one listens, and replaces it as well', async () => {
      await startWith(2);
      const finish = await beginToRoll(supervisor);
      workers[1]?.end(KILLED);
      await eventually('another one is starting', () => begun === 4);
      await finish();
      expect(policies(supervisor)).to.deep.equal(['second', 'second']);
      expect(logged).to.deep.equal([DIED, 'all workers have been replaced']);
    });

    it('gives the new files to the replacement of a worker that dies while new ones listen', async () => {
      await startWith(3);
      const open = await newWorkerStarts(2);
      workers[3]?.end(KILLED);
      await eventually('another one is starting', () => begun === 6);
      await open();
      expect(policies(supervisor)).to.deep.equal(['second', 'second', 'second']);
      expect(workers).to.have.lengthOf(7);
    });

    it('also takes back a worker that was starting with the new files', async () => {
      await startWith(3);
      const open = await newWorkerStarts(2);
      workers[3]?.end(KILLED);
      await eventually('another one is starting', () => begun === 6);
      startFailures = [FAILED];
      await open();
      expect(policies(supervisor)).to.deep.equal(['first', 'first', 'first']);
    });

    /** Kills all workers. Resolves before their replacements start. */
    async function allDie(): Promise<void> {
      for (const worker of workers) worker.end(KILLED);
      await eventually('it is noticed', () => logged.length === workers.length);
    }

    it('starts a worker immediately to read the files if there is none to replace', async () => {
      await startWith(2);
      await allDie();
      await supervisor.roll();
      expect(happened.slice(2, 3)).to.deep.equal(['start 3']);
      expect(logged).to.deep.equal([DIED, DIED, 'all workers have been replaced']);
      onDisk = { POLICY_FILE: 'third' };
      await eventuallyServe('second', 'second');
      workers[2]?.end(KILLED);
      await eventually('it is replaced', () => workers.length === 5);
      await eventuallyServe('second', 'second');
    });

    it('keeps the previous files if there is no worker to replace and the new one fails to start', async () => {
      await startWith(2);
      await allDie();
      startFailures = [FAILED];
      await supervisor.roll();
      expect(logged).to.deep.equal([DIED, DIED, ABANDONED]);
      await eventuallyServe('first', 'first');
      await pause(300);
      expect(workers).to.have.lengthOf(4);
    });

    /**
     * Begins a restart; resolves once the new worker with that number is starting.
     * @returns a function that lets it listen and resolves when the restart is over
     */
    async function newWorkerStarts(number: number): Promise<() => Promise<void>> {
      const { promise, resolve } = Promise.withResolvers<undefined>();
      [gatedFrom, gate] = [begun + number, promise];
      const rolled = supervisor.roll();
      await eventually('it is starting', () => begun === gatedFrom);
      return () => {
        resolve(undefined);
        return rolled;
      };
    }

    /** Like `newWorkerStarts`, but this worker and the following ones fail in these ways. */
    async function rollUpToNewWorker(number: number, ...failures: readonly WorkerExit[]): Promise<() => Promise<void>> {
      const finish = await newWorkerStarts(number);
      startFailures = [...failures];
      return finish;
    }
  });
});
