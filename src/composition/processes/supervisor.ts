// Keeps a number of workers running: replaces those that die, and all of them one by one on request.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#adapters/http/koa/log';
import { WorkerEndedError, type StartedWorker, type StartWorker, type WorkerExit } from './worker-handle.ts';

export interface SupervisorOptions {
  readonly count: number;
  readonly start: StartWorker;
  /** How long a worker may take to stop before it is killed. */
  readonly stopMillis: number;
  readonly log: Log;
  /** Called when a worker ends without being asked to, whether it listened already or not. */
  readonly onDeath: () => void;
}

const FIRST_PAUSE_MILLIS = 100;
const LONGEST_PAUSE_MILLIS = 30_000;
/** A worker that dies after this long did not die of a failed start, so the pause is reset. */
const SETTLED_MILLIS = 60_000;
/** How many workers may be killed before all of them listen; one more, and the start fails. */
const MAX_KILLED_AT_START = 5;

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #workers = new Set<StartedWorker>();
  /** Doubles while workers keep dying. */
  #pauseMillis = FIRST_PAUSE_MILLIS;
  readonly #stopped = new AbortController();
  /** Pending starts and stops of workers. */
  readonly #underWay = new Set<Promise<unknown>>();
  #killedAtStart = 0;
  #rolling: Promise<void> | undefined;
  /** The worker whose replacement a rolling restart is starting. */
  #outgoing: StartedWorker | undefined;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** The workers that listen. */
  get workers(): readonly StartedWorker[] {
    return [...this.#workers];
  }

  /**
   * Starts all workers: first one alone, which migrates the database or fails for all.
   * @returns the URL that all of them listen on
   * @throws Error if one fails to start, or if too many are killed
   */
  async start(): Promise<string> {
    const { url } = await this.#startAtFirst();
    await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#startAtFirst()));
    return url;
  }

  /**
   * Rolling restart: replaces the workers one by one, each by a new one that listens before the old one stops. Called
   * again meanwhile, it runs once more afterwards.
   */
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
    // Waits for those that are starting: they may have loaded old code, and are replaced, too.
    await Promise.allSettled(this.#underWay);
    for (const worker of [...this.#workers]) {
      // It has died meanwhile, and was replaced then.
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

  /** Retries if the worker is killed, which says nothing about the next one; not if it exits with an error. */
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
    // The abort came too late: it listens already.
    if (this.#isStopping()) await this.#stopOne(worker);
    const startedAt = performance.now();
    void worker.ended.then((how) => {
      const wasExpected = !this.#workers.delete(worker);
      if (wasExpected || this.#isStopping()) return;
      if (performance.now() - startedAt > SETTLED_MILLIS) this.#pauseMillis = FIRST_PAUSE_MILLIS;
      this.#options.onDeath();
      this.#options.log.error({ worker: worker.pid, ...how }, 'a worker died, starting another one');
      // The rolling restart is starting its replacement already.
      if (worker !== this.#outgoing) void this.#replace();
    });
    return worker;
  }

  /** Registers work for `stop` to wait for. */
  #track<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay.add(work);
    const done = (): void => void this.#underWay.delete(work);
    work.then(done, done);
    return work;
  }

  /** A method, so that TypeScript does not narrow it: it can change between two calls. */
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
