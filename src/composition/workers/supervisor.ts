// Keeps a number of workers running: replaces one that dies, and all of them, one after the other, when asked to.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../adapters/http/log.ts';
import type { Ended, StartedWorker, StartWorker } from './started-worker.ts';

export interface SupervisorOptions {
  readonly count: number;
  readonly start: StartWorker;
  /** How long a worker may take to stop before it is killed. */
  readonly stopMillis: number;
  readonly log: Log;
  /** A worker has ended without being asked to. */
  readonly onDeath: () => void;
}

const FIRST_PAUSE_MILLIS = 100;
const LONGEST_PAUSE_MILLIS = 30_000;
/** A worker that has lived this long has not died of its start. */
const SETTLED_MILLIS = 60_000;

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #workers = new Set<StartedWorker>();
  /** Workers that die one after the other are replaced ever more slowly. */
  #pauseMillis = FIRST_PAUSE_MILLIS;
  readonly #stopped = new AbortController();
  #rolling: Promise<void> | undefined;

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
   * @throws Error if one does not start
   */
  async start(): Promise<string> {
    const { url } = await this.#startOne();
    await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#startOne()));
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
    await Promise.all([...this.#workers].map((worker) => this.#stopOne(worker)));
  }

  async #rollOnce(): Promise<void> {
    const { log } = this.#options;
    for (const worker of [...this.#workers]) {
      if (this.#isStopping()) return;
      try {
        await this.#startOne();
      } catch (error) {
        if (this.#isStopping()) return;
        log.error({ error }, 'the restart is abandoned, as a new worker does not start');
        return;
      }
      await this.#stopOne(worker);
    }
    log.info({}, 'all workers are new');
  }

  async #startOne(): Promise<StartedWorker> {
    const worker = await this.#options.start(this.#stopped.signal);
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
      void this.#replace();
    });
    return worker;
  }

  /** A function: in between it can change. */
  #isStopping(): boolean {
    return this.#stopped.signal.aborted;
  }

  async #replace(): Promise<void> {
    await pause(this.#pauseMillis);
    this.#pauseMillis = Math.min(2 * this.#pauseMillis, LONGEST_PAUSE_MILLIS);
    if (this.#isStopping()) return;
    try {
      await this.#startOne();
    } catch (error) {
      if (this.#isStopping()) return;
      this.#options.log.error({ error }, 'a worker does not start, trying again');
      void this.#replace();
    }
  }

  async #stopOne(worker: StartedWorker): Promise<void> {
    this.#workers.delete(worker);
    worker.stop();
    const how = await Promise.race([worker.ended, pause(this.#options.stopMillis, undefined, { ref: false })]);
    if (how !== undefined) return reportFailedStop(this.#options.log, worker, how);
    this.#options.log.error({ worker: worker.pid }, 'a worker does not stop, killing it');
    worker.kill();
    await worker.ended;
  }
}

function reportFailedStop(log: Log, { pid }: StartedWorker, how: Ended): void {
  if (how.code !== 0) log.error({ worker: pid, ...how }, 'a worker failed while it stopped');
}
