// Keeps a number of workers running, and replaces them one by one on request.
import { isDeepStrictEqual } from 'node:util';
import type { FileTexts } from '../config/config.ts';
import { WorkerEndedError, type StartedWorker } from './worker-handle.ts';
import { Workers, type WorkersOptions } from './workers.ts';

export interface SupervisorOptions extends WorkersOptions {
  readonly count: number;
}

/** The start fails if more workers than this are killed before all of them listen. */
const MAX_KILLED_AT_START = 5;

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #workers: Workers;
  #killedAtStart = 0;
  #restart: Promise<void> = Promise.resolve();
  #restartsWaiting = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#workers = new Workers(options);
  }

  /** The workers that listen. */
  get workers(): readonly StartedWorker[] {
    return this.#workers.present;
  }

  /**
   * Starts all workers. The first starts alone: it reads the files and migrates the database, so a mistake fails once.
   * @returns the URL that all of them listen on
   * @throws Error if one fails to start, or if too many are killed
   */
  async start(): Promise<string> {
    const { url } = await this.#startAtFirst();
    await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#startAtFirst()));
    return url;
  }

  /**
   * Restarts the workers one by one. Each new worker listens before the old one stops. The first new one reads the files and the others get
   * the same texts. If one does not start, all workers go back to the previous files. A call during a restart starts another one after it.
   */
  roll(): Promise<void> {
    this.#restartsWaiting += 1;
    this.#restart = this.#restart.then(async () => {
      this.#restartsWaiting -= 1;
      // Wait for workers that are starting: they may have loaded old code, so they are replaced as well.
      await this.#workers.settle();
      if (!(await this.#replaceAll())) await this.#goBack();
    });
    return this.#restart;
  }

  /** Stops all workers. */
  async stop(): Promise<void> {
    await this.#workers.stopAll();
  }

  /** Starts a worker. Retries if a signal kills it, but not if it exits with an error: the next one would as well. */
  async #startAtFirst(): Promise<StartedWorker> {
    try {
      return await this.#workers.start(this.#workers.files);
    } catch (error) {
      if (this.#workers.areStopping() || !(error instanceof WorkerEndedError && error.wasKilled)) throw error;
      this.#killedAtStart += 1;
      if (this.#killedAtStart > MAX_KILLED_AT_START) throw error;
      this.#options.log.error({ error }, 'a worker was killed while it started, starting another one');
      await this.#workers.backOff();
      if (this.#workers.areStopping()) throw error;
      return this.#startAtFirst();
    }
  }

  /** @returns false if it was abandoned because a new worker did not start */
  async #replaceAll(): Promise<boolean> {
    const { log } = this.#options;
    const { files: previous, present: former } = this.#workers;
    // The files that the first new worker has read.
    let proven: FileTexts | undefined;
    const isOld = (worker: StartedWorker): boolean => former.includes(worker) || !servesBy(worker, proven);
    const replaceOld = (): Promise<void> =>
      this.#replaceEach(isOld, async (old) => {
        proven = (await this.#workers.startInPlaceOf(old, proven)).files;
        this.#workers.files = proven;
      });
    try {
      await replaceOld();
      if (proven === undefined && !this.#workers.areStopping()) {
        // All workers were dead, and no replacement had started yet.
        proven = (await this.#workers.startInPlaceOfDead(undefined)).files;
        this.#workers.files = proven;
        await replaceOld();
      }
      if (!this.#workers.areStopping()) log.info({}, 'all workers have been replaced');
      return true;
    } catch (error) {
      this.#workers.files = previous;
      if (!this.#workers.areStopping()) log.error({ error }, 'restart abandoned because a new worker did not start');
      return this.#workers.areStopping();
    }
  }

  /** After an abandoned restart, replaces the workers that use the new files. Another restart ends this. */
  async #goBack(): Promise<void> {
    const { log } = this.#options;
    const isAhead = (worker: StartedWorker): boolean => !servesBy(worker, this.#workers.files);
    await this.#workers.settle();
    if (!this.workers.some(isAhead)) return;
    log.warn({}, 'replacing the workers that use the new files with workers that use the previous ones');
    while (!this.#workers.areStopping() && this.#restartsWaiting === 0)
      try {
        await this.#replaceEach(isAhead, (worker) => this.#workers.startInPlaceOf(worker, this.#workers.files));
        log.info({}, 'all workers use the previous files');
        return;
      } catch (error) {
        if (this.#workers.areStopping()) return;
        log.error({ error }, 'a worker did not start, trying again');
        await this.#workers.backOff();
      }
  }

  /**
   * Replaces workers one by one until none is old.
   * @param startInPlaceOf starts the replacement for a worker
   */
  async #replaceEach(
    isOld: (worker: StartedWorker) => boolean,
    startInPlaceOf: (worker: StartedWorker) => Promise<unknown>,
  ): Promise<void> {
    while (!this.#workers.areStopping()) {
      const old = this.workers.find(isOld);
      if (old !== undefined) {
        await startInPlaceOf(old);
        await this.#workers.stop(old);
        // A worker that is starting in place of a dead one may be old as well.
      } else if (this.#workers.areChanging) await this.#workers.settle();
      else return;
    }
  }
}

function servesBy({ files }: StartedWorker, expected: FileTexts | undefined): boolean {
  return isDeepStrictEqual(files, expected);
}
