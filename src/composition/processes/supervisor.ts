// Keeps a number of workers running: replaces one that dies, and all of them, one after the other, when asked to.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#adapters/http/koa/log';
import { WorkerEndedError, type StartedWorker, type StartWorker, type WorkerExit } from './started-worker.ts';

export interface SupervisorOptions {
  readonly count: number;
  readonly start: StartWorker;
  /** How long a worker may take to stop before it is killed. */
  readonly stopMillis: number;
  readonly log: Log;
  /** A worker has ended without being asked to, before or after it listened. */
  readonly onDeath: () => void;
}

const FIRST_PAUSE_MILLIS = 100;
const LONGEST_PAUSE_MILLIS = 30_000;
/** A worker that has lived this long has not died of its start. */
const SETTLED_MILLIS = 60_000;
/** A service whose workers are killed more often than this before they all listen does not start. */
const MAX_KILLED_AT_START = 5;

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #workers = new Set<StartedWorker>();
  /** Workers that die one after the other are replaced ever more slowly. */
  #pauseMillis = FIRST_PAUSE_MILLIS;
  readonly #stopped = new AbortController();
  /** Starts and stops of workers. */
  readonly #underWay = new Set<Promise<unknown>>();
  #killedAtStart = 0;
  #rolling: Promise<void> | undefined;
  /** The worker that a roll is starting another one for. */
  #outgoing: StartedWorker | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Those that listen. */
  get workers(): readonly StartedWorker[] {
    return [...this.#workers];
  }

  /**
   * Starts all workers: one alone first, as it may have to migrate the database, or fail.
   * @returns the URL that all of them listen on
   * @throws Error if one fails to start, or if too many are killed
   */
  async start(): Promise<string> {
    const { url } = await this.#startAtFirst();
    await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#startAtFirst()));
    return url;
  }

  /** Replaces the workers in turn, each by a new one that listens before it stops. Asked again meanwhile, it begins anew afterwards. */
  roll(): Promise<void> {
    const rolling = (this.#rolling ?? Promise.resolve()).then(() => this.#rollOnce());
    this.#rolling = rolling;
    return rolling;
  }

  /** Stops all workers. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    for (const worker of this.#workers) void this.#stopOne(worker);
    await Promise.allSettled(this.#underWay);
  }

  async #rollOnce(): Promise<void> {
    const { log } = this.#options;
    // Those that are starting may have loaded old code.
    await Promise.allSettled(this.#underWay);
    for (const worker of [...this.#workers]) {
      // Whoever has died has been replaced.
      if (!this.#workers.has(worker)) continue;
      this.#outgoing = worker;
      try {
        await this.#startOne();
      } catch (error) {
        if (this.#isStopping()) return;
        log.error({ error }, 'the restart is abandoned, as a new worker does not start');
        if (!this.#workers.has(worker)) void this.#replace();
        return;
      } finally {
        this.#outgoing = undefined;
      }
      if (this.#workers.has(worker)) await this.#stopOne(worker);
    }
    if (!this.#isStopping()) log.info({}, 'all workers are new');
  }

  /** Tries again if the worker is killed: that says nothing about the next one. A worker that cannot start exits with an error. */
  async #startAtFirst(): Promise<StartedWorker> {
    try {
      return await this.#startOne();
    } catch (error) {
      if (this.#isStopping() || !(error instanceof WorkerEndedError && error.wasKilled)) throw error;
      this.#killedAtStart += 1;
      if (this.#killedAtStart > MAX_KILLED_AT_START) throw error;
      this.#options.log.error({ error }, 'a worker was killed while it started, starting another one');
      await this.#backOff();
      if (this.#isStopping()) throw error;
      return this.#startAtFirst();
    }
  }

  #startOne(): Promise<StartedWorker> {
    return this.#track(this.#startAndWatch());
  }

  async #startAndWatch(): Promise<StartedWorker> {
    const worker = await this.#options.start(this.#stopped.signal).catch((error: unknown) => {
      if (!this.#isStopping()) this.#options.onDeath();
      throw error;
    });
    this.#workers.add(worker);
    // It had listened before it could be aborted.
    if (this.#isStopping()) await this.#stopOne(worker);
    const startedAt = performance.now();
    void worker.ended.then((how) => {
      const wasExpected = !this.#workers.delete(worker);
      if (wasExpected || this.#isStopping()) return;
      if (performance.now() - startedAt > SETTLED_MILLIS) this.#pauseMillis = FIRST_PAUSE_MILLIS;
      this.#options.onDeath();
      this.#options.log.error({ worker: worker.pid, ...how }, 'a worker died, starting another one');
      // The roll is starting its replacement already.
      if (worker !== this.#outgoing) void this.#replace();
    });
    return worker;
  }

  /** Lets `stop` wait for it. */
  #track<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay.add(work);
    const done = (): void => void this.#underWay.delete(work);
    work.then(done, done);
    return work;
  }

  /** A function: in between it can change. */
  #isStopping(): boolean {
    return this.#stopped.signal.aborted;
  }

  async #backOff(): Promise<void> {
    const millis = this.#pauseMillis;
    this.#pauseMillis = Math.min(2 * millis, LONGEST_PAUSE_MILLIS);
    await pause(millis);
  }

  async #replace(): Promise<void> {
    await this.#backOff();
    if (this.#isStopping()) return;
    try {
      await this.#startOne();
    } catch (error) {
      if (this.#isStopping()) return;
      this.#options.log.error({ error }, 'a worker does not start, trying again');
      void this.#replace();
    }
  }

  #stopOne(worker: StartedWorker): Promise<void> {
    this.#workers.delete(worker);
    return this.#track(this.#stopOrKill(worker));
  }

  async #stopOrKill(worker: StartedWorker): Promise<void> {
    worker.stop();
    const how = await Promise.race([worker.ended, pause(this.#options.stopMillis, undefined, { ref: false })]);
    if (how !== undefined) return reportFailedStop(this.#options.log, worker, how);
    this.#options.log.error({ worker: worker.pid }, 'a worker does not stop, killing it');
    worker.kill();
    await worker.ended;
  }
}

function reportFailedStop(log: Log, { pid }: StartedWorker, how: WorkerExit): void {
  if (how.code !== 0) log.error({ worker: pid, ...how }, 'a worker failed while it stopped');
}
