// Starts and stops the workers of a supervisor, and replaces the ones that die.
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#adapters/http/koa/log';
import type { FileTexts } from '../config/config.ts';
import type { StartedWorker, StartWorker, WorkerExit } from './worker-handle.ts';

export interface WorkersOptions {
  readonly start: StartWorker;
  /** The longest that a worker may take to stop before it is killed. */
  readonly stopMillis: number;
  readonly log: Log;
  /** Called when a worker ends without being asked to, before or after it listens. */
  readonly onDeath: () => void;
}

const FIRST_PAUSE_MILLIS = 100;
const LONGEST_PAUSE_MILLIS = 30_000;
/** A worker that lived this long did not fail at its start, so the pause is reset. */
const SETTLED_MILLIS = 60_000;

export class Workers {
  /** The files that replacements of dead workers use. Undefined until the first worker has read them. */
  files: FileTexts | undefined;
  readonly #options: WorkersOptions;
  readonly #present = new Set<StartedWorker>();
  /** Doubles while workers keep dying. */
  #pauseMillis = FIRST_PAUSE_MILLIS;
  readonly #stopped = new AbortController();
  /** Pending starts and stops. */
  readonly #underWay = new Set<Promise<unknown>>();
  /** The worker that another one is starting to replace. */
  #outgoing: StartedWorker | undefined;
  /** The number of dead workers whose replacement has not started yet. */
  #missing = 0;

  constructor(options: WorkersOptions) {
    this.#options = options;
  }

  /** The workers that listen. */
  get present(): readonly StartedWorker[] {
    return [...this.#present];
  }

  /** A method, so that TypeScript does not narrow it: it can change between two calls. */
  areStopping(): boolean {
    return this.#stopped.signal.aborted;
  }

  /** True while workers are starting or stopping. */
  get areChanging(): boolean {
    return this.#underWay.size > 0;
  }

  /** Resolves once the pending starts and stops are done. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /**
   * Starts a worker.
   * @param files as for `StartWorker`
   * @throws WorkerEndedError if it ends before it listens
   */
  start(files: FileTexts | undefined): Promise<StartedWorker> {
    return this.#track(this.#startAndWatch(files));
  }

  /**
   * Starts a replacement for a worker that still runs. If the old worker dies during that time, no second replacement starts.
   * @throws WorkerEndedError if the new one does not start
   */
  async startInPlaceOf(old: StartedWorker, files: FileTexts | undefined): Promise<StartedWorker> {
    this.#outgoing = old;
    try {
      return await this.start(files);
    } catch (error) {
      if (!this.areStopping() && !this.#present.has(old)) void this.#replace();
      throw error;
    } finally {
      this.#outgoing = undefined;
    }
  }

  /**
   * Replaces a dead worker immediately, without the usual pause.
   * @throws WorkerEndedError if it does not start
   */
  async startInPlaceOfDead(files: FileTexts | undefined): Promise<StartedWorker> {
    this.#missing -= 1;
    try {
      return await this.start(files);
    } catch (error) {
      if (!this.areStopping()) void this.#replace();
      throw error;
    }
  }

  /** Stops all workers for good. */
  async stopAll(): Promise<void> {
    this.#stopped.abort();
    for (const worker of this.#present) void this.stop(worker);
    await this.settle();
  }

  /** Stops a worker unless it has ended. Kills it if it does not stop in time. */
  async stop(worker: StartedWorker): Promise<void> {
    if (this.#present.delete(worker)) await this.#track(this.#stopOrKill(worker));
  }

  /** Waits for a time that doubles with each call. */
  async backOff(): Promise<void> {
    const millis = this.#pauseMillis;
    this.#pauseMillis = Math.min(2 * millis, LONGEST_PAUSE_MILLIS);
    await pause(millis);
  }

  async #startAndWatch(files: FileTexts | undefined): Promise<StartedWorker> {
    const worker = await this.#options.start(files, this.#stopped.signal).catch((error: unknown) => {
      if (!this.areStopping()) this.#options.onDeath();
      throw error;
    });
    this.#present.add(worker);
    this.files ??= worker.files;
    // The abort came too late: the worker listens already.
    if (this.areStopping()) await this.stop(worker);
    const startedAt = performance.now();
    void worker.ended.then((how) => {
      const wasExpected = !this.#present.delete(worker);
      if (wasExpected || this.areStopping()) return;
      if (performance.now() - startedAt > SETTLED_MILLIS) this.#pauseMillis = FIRST_PAUSE_MILLIS;
      this.#options.onDeath();
      this.#options.log.error({ worker: worker.pid, ...how }, 'a worker died, starting another');
      // Its replacement is already starting.
      if (worker !== this.#outgoing) void this.#replace();
    });
    return worker;
  }

  /** Replaces a dead worker after a pause, unless its replacement has started in the meantime. */
  async #replace(): Promise<void> {
    this.#missing += 1;
    await this.backOff();
    if (this.areStopping() || this.#missing === 0) return;
    this.#missing -= 1;
    try {
      await this.start(this.files);
    } catch (error) {
      if (this.areStopping()) return;
      this.#options.log.error({ error }, 'a worker did not start, trying again');
      void this.#replace();
    }
  }

  /** Registers work for `settle` to wait for. */
  #track<Result>(work: Promise<Result>): Promise<Result> {
    this.#underWay.add(work);
    const done = (): void => void this.#underWay.delete(work);
    work.then(done, done);
    return work;
  }

  async #stopOrKill(worker: StartedWorker): Promise<void> {
    worker.stop();
    const how = await Promise.race([worker.ended, pause(this.#options.stopMillis, undefined, { ref: false })]);
    if (how !== undefined) return reportFailedStop(this.#options.log, worker, how);
    this.#options.log.error({ worker: worker.pid }, 'a worker did not stop in time, killing it');
    worker.kill();
    await worker.ended;
  }
}

function reportFailedStop(log: Log, { pid }: StartedWorker, how: WorkerExit): void {
  if (how.code !== 0) log.error({ worker: pid, ...how }, 'a worker failed while stopping');
}
