// Keeps a number of workers running, and replaces all of them one by one on request.
import { isDeepStrictEqual } from 'node:util';
import type { FileTexts } from '../config/config.ts';
import { WorkerEndedError, type StartedWorker } from './worker-handle.ts';
import { Workers, type WorkersOptions } from './workers.ts';

export interface SupervisorOptions extends WorkersOptions {
  readonly count: number;
}

/** How many workers may be killed before all of them listen; one more, and the start fails. */
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
   * Starts all workers: first one alone, which reads the files and migrates the database, or fails for all.
   * @returns the URL that all of them listen on
   * @throws Error if one fails to start, or if too many are killed
   */
  async start(): Promise<string> {
    const { url } = await this.#startAtFirst();
    await Promise.all(Array.from({ length: this.#options.count - 1 }, () => this.#startAtFirst()));
    return url;
  }

  /**
   * Rolling restart: replaces the workers one by one, each by a new one that listens before the old one stops. The first new one reads the
   * files, the others are given what it has read. If one does not start, all workers get the former files again. Called again meanwhile, it runs
   * once more afterwards.
   */
  roll(): Promise<void> {
    this.#restartsWaiting += 1;
    this.#restart = this.#restart.then(async () => {
      this.#restartsWaiting -= 1;
      // Waits for those that are starting: they may have loaded old code, and are replaced as well.
      await this.#workers.settle();
      if (!(await this.#replaceAll())) await this.#goBack();
    });
    return this.#restart;
  }

  /** Stops all workers. */
  async stop(): Promise<void> {
    await this.#workers.stopAll();
  }

  /** Retries if the worker is killed, which says nothing about the next one; not if it exits with an error. */
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

  /** @returns false if it was abandoned, because a new worker does not start */
  async #replaceAll(): Promise<boolean> {
    const { log } = this.#options;
    const { files: held, present: former } = this.#workers;
    // Of the first new worker, which has read them.
    let proven: FileTexts | undefined;
    const isOld = (worker: StartedWorker): boolean => former.includes(worker) || !servesBy(worker, proven);
    try {
      await this.#replaceEach(isOld, async (old) => {
        proven = (await this.#workers.startInPlaceOf(old, proven)).files;
        this.#workers.files = proven;
      });
      if (this.#workers.areStopping()) return true;
      // If there was none to replace, the next one to start reads the files.
      this.#workers.files = proven;
      log.info({}, 'all workers are new');
      return true;
    } catch (error) {
      this.#workers.files = held;
      if (!this.#workers.areStopping())
        log.error({ error }, 'the restart is abandoned, as a new worker does not start');
      return this.#workers.areStopping();
    }
  }

  /** After an abandoned restart: replaces the workers that serve by new files. Another restart ends it. */
  async #goBack(): Promise<void> {
    const { log } = this.#options;
    const isAhead = (worker: StartedWorker): boolean => !servesBy(worker, this.#workers.files);
    await this.#workers.settle();
    if (!this.workers.some(isAhead)) return;
    log.warn({}, 'workers that serve by new files are replaced, each by one with the former files');
    while (!this.#workers.areStopping() && this.#restartsWaiting === 0)
      try {
        await this.#replaceEach(isAhead, (worker) => this.#workers.startInPlaceOf(worker, this.#workers.files));
        log.info({}, 'all workers serve by the former files');
        return;
      } catch (error) {
        if (this.#workers.areStopping()) return;
        log.error({ error }, 'a worker does not start, trying again');
        await this.#workers.backOff();
      }
  }

  /**
   * Replaces workers one by one until none is left to replace.
   * @param startInPlaceOf starts the one that replaces another
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
        // One that starts in the place of one that died may be old as well.
      } else if (this.#workers.areChanging) await this.#workers.settle();
      else return;
    }
  }
}

function servesBy({ files }: StartedWorker, expected: FileTexts | undefined): boolean {
  return isDeepStrictEqual(files, expected);
}
