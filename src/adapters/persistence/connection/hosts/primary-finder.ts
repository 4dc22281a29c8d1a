// Finds the host that takes writes among several, and another one when it fails. All hosts are asked, and one on an older
// timeline than another's is rejected, because a former primary that is started again also takes writes.
import { StorageUnavailableError } from '#application/model/errors';
import { unobserved, type Observe } from '#application/ports/observation';
import { Probe, type ProbeOptions } from '../driver/probe.ts';
import { endpointText, type Endpoint, type ServerAddress } from '../driver/server-address.ts';
import {
  hostStatusQuery,
  noHostError,
  probeAll,
  rejectionReason,
  type HostStatus,
  type ProbeResult,
} from './host-status.ts';

/** The interval for asking all hosts even if nothing fails: a promotion may leave the former primary running. */
const WATCH_MILLIS = 1000;
/** The interval while no host is suitable, even if nobody needs one, because statements may wait for a host that is gone. */
const SEARCH_MILLIS = 250;
/** The time for which a failed search is cached. */
const FAILURE_MILLIS = 100;

/** A connection to one of the hosts. */
export interface HostConnection {
  readonly endpoint: Endpoint;
  /** Closes it at once, even if it waits for a response. */
  cut(): void;
}

export interface PrimaryFinderOptions {
  readonly driver: (endpoint: Endpoint) => ProbeOptions['driver'];
  readonly observe?: Observe | undefined;
  /** The interval for asking all hosts even if nothing fails, 1000 by default. */
  readonly watchMillis?: number | undefined;
}

export class PrimaryFinder {
  /** The statement that verifies a connection. */
  readonly statusQuery: string;
  readonly #address: Pick<ServerAddress, 'endpoints' | 'target'>;
  readonly #observe: Observe;
  readonly #watchMillis: number;
  readonly #probes: readonly Probe<HostStatus>[];
  readonly #connections = new Map<unknown, HostConnection>();
  #chosen: Endpoint | undefined;
  #isChoiceValid = false;
  #isClosed = false;
  #highestTimeline = 0;
  #search: Promise<void> | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(
    address: Pick<ServerAddress, 'endpoints' | 'target'>,
    { driver, observe = unobserved, watchMillis = WATCH_MILLIS }: PrimaryFinderOptions,
  ) {
    this.statusQuery = hostStatusQuery(address.target);
    this.#address = address;
    this.#observe = observe;
    this.#watchMillis = watchMillis;
    this.#probes = address.endpoints.map((endpoint) => {
      const onLost = (): void => {
        if (endpoint === this.#chosen) this.invalidateChoice();
      };
      return new Probe<HostStatus>(endpoint, { driver: driver(endpoint), query: this.statusQuery, onLost });
    });
  }

  /** The host chosen last; initially, an arbitrary one. */
  get chosen(): Endpoint {
    return this.#chosen ?? this.#address.endpoints[0];
  }

  /** The highest timeline seen on any host; undefined if none has answered, or any host will do. */
  get timeline(): number | undefined {
    return this.#highestTimeline === 0 ? undefined : this.#highestTimeline;
  }

  /** True if the chosen host can be used without another search. */
  get isChoiceValid(): boolean {
    return this.#isChoiceValid;
  }

  /**
   * Searches for a suitable host unless the chosen one is still valid.
   * @throws StorageUnavailableError when there is none
   */
  async ensureChosen(): Promise<void> {
    if (this.#isClosed) throw new StorageUnavailableError('the database is closed');
    if (this.#watch === undefined) this.#scheduleSearch(this.#watchMillis);
    while (!this.#isChoiceValid) await this.#searchOnce();
  }

  /** Forces a new search, because the chosen host may have failed or changed its role. Pending responses are ignored. */
  invalidateChoice(): void {
    this.#isChoiceValid = false;
    this.#search = undefined;
  }

  /** The reason why a host is not used, as a clause; undefined if it is suitable. Records its timeline. */
  rejectionReason(status: HostStatus): string | undefined {
    this.#highestTimeline = Math.max(this.#highestTimeline, status.timeline);
    return rejectionReason(status, this.#address.target, this.#highestTimeline);
  }

  add(connection: HostConnection): void {
    this.#connections.set(connection, connection);
  }

  remove(connection: HostConnection): void {
    this.#connections.delete(connection);
  }

  /** True if a connection is usable: verified, and neither cut nor ended since. */
  has(connection: unknown): boolean {
    return this.#connections.has(connection);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#watch);
    for (const probe of this.#probes) probe.close();
  }

  #scheduleSearch(millis: number): void {
    this.#watch = setTimeout(() => {
      const next = (): void => {
        if (!this.#isClosed) this.#scheduleSearch(this.#isChoiceValid ? this.#watchMillis : SEARCH_MILLIS);
      };
      // The next request for a connection reports a failure.
      this.#searchOnce().then(next, next);
    }, millis).unref();
  }

  #searchOnce(): Promise<void> {
    if (this.#search !== undefined) return this.#search;
    const search = this.#probeAll().then((answers) => {
      if (this.#search !== search) return;
      this.#search = undefined;
      const found = this.#choose(answers);
      this.#isChoiceValid = found !== undefined;
      if (found === undefined) throw this.#cacheFailure(noHostError(answers, (status) => this.rejectionReason(status)));
      this.#moveTo(found);
    });
    this.#search = search;
    return search;
  }

  /**
   * Waits for all hosts, so that a former primary does not win by answering first, unless one shows a higher timeline
   * than any so far.
   */
  #probeAll(): Promise<readonly ProbeResult[]> {
    const highest = this.#highestTimeline;
    return probeAll(this.#probes, (status) => {
      if (this.#address.target === 'any') return true;
      return highest > 0 && status.timeline > highest && this.rejectionReason(status) === undefined;
    });
  }

  #choose(answers: readonly ProbeResult[]): Endpoint | undefined {
    const answered = answers.flatMap((answer) => ('status' in answer ? [answer] : []));
    // First record all timelines, then judge the hosts by the highest.
    for (const { status } of answered) this.#highestTimeline = Math.max(this.#highestTimeline, status.timeline);
    const fit = answered.filter(({ status }) => this.rejectionReason(status) === undefined);
    return (fit.find(({ endpoint }) => endpoint === this.#chosen) ?? fit[0])?.endpoint;
  }

  #moveTo(endpoint: Endpoint): void {
    const previous = this.#chosen;
    this.#chosen = endpoint;
    if (previous === undefined || previous === endpoint) return;
    for (const connection of this.#connections.values()) if (connection.endpoint !== endpoint) connection.cut();
    this.#observe({ kind: 'host changed', host: endpointText(endpoint) });
  }

  #cacheFailure(failure: Error): Error {
    const failed = Promise.reject(failure);
    // It must not count as an unhandled rejection if nobody asks in time.
    failed.catch(() => undefined);
    this.#search = failed;
    setTimeout(() => {
      if (this.#search === failed) this.#search = undefined;
    }, FAILURE_MILLIS).unref();
    return failure;
  }
}
