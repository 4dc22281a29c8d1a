// Several hosts, of which one takes writes: finds it, and finds another one when it fails. Every host is asked, and none is
// believed that is on an older timeline than another one has shown: a former primary that was started again takes writes, too.
import { StorageUnavailableError } from '#application/model/errors';
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

/** Hosts are asked although nothing has failed, because a promotion may leave the former primary running. */
const WATCH_MILLIS = 1000;
/** How often they are asked while none takes writes, even if nobody needs one: statements may be waiting for a host that is gone. */
const SEARCH_MILLIS = 250;
/** For how long all who ask get the same failure. */
const FAILURE_MILLIS = 100;

/** A connection that leads to one of the hosts. */
export interface HostConnection {
  readonly endpoint: Endpoint;
  /** Breaks it off at once, whatever it waits for. */
  cut(): void;
}

export interface PrimaryFinderOptions {
  readonly driver: (endpoint: Endpoint) => ProbeOptions['driver'];
  /** Called with the host when another one is chosen than before. */
  readonly onChange?: ((host: string) => void) | undefined;
  /** How often hosts are asked although nothing has failed, 1000 by default. */
  readonly watchMillis?: number | undefined;
}

export class PrimaryFinder {
  /** The statement that a connection is verified with. */
  readonly statusQuery: string;
  readonly #address: Pick<ServerAddress, 'endpoints' | 'target'>;
  readonly #onChange: PrimaryFinderOptions['onChange'];
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
    { driver, onChange, watchMillis = WATCH_MILLIS }: PrimaryFinderOptions,
  ) {
    this.statusQuery = hostStatusQuery(address.target);
    this.#address = address;
    this.#onChange = onChange;
    this.#watchMillis = watchMillis;
    this.#probes = address.endpoints.map((endpoint) => {
      const onLost = (): void => {
        if (endpoint === this.#chosen) this.invalidateChoice();
      };
      return new Probe<HostStatus>(endpoint, { driver: driver(endpoint), query: this.statusQuery, onLost });
    });
  }

  /** The host chosen last; at first any. */
  get chosen(): Endpoint {
    return this.#chosen ?? this.#address.endpoints[0];
  }

  /** The highest that any host has shown; undefined: none has been asked, or that does not matter. */
  get timeline(): number | undefined {
    return this.#highestTimeline === 0 ? undefined : this.#highestTimeline;
  }

  /** Whether nothing that has happened since the last search speaks against the chosen host. */
  get isChoiceValid(): boolean {
    return this.#isChoiceValid;
  }

  /**
   * Chooses the host that takes writes, unless one is chosen and trusted.
   * @throws StorageUnavailableError when there is none
   */
  async ensureChosen(): Promise<void> {
    if (this.#isClosed) throw new StorageUnavailableError('the database is closed');
    if (this.#watch === undefined) this.#scheduleSearch(this.#watchMillis);
    while (!this.#isChoiceValid) await this.#searchOnce();
  }

  /** The chosen host may have failed, or be another server by now. Answers that are on their way no longer count. */
  invalidateChoice(): void {
    this.#isChoiceValid = false;
    this.#search = undefined;
  }

  /** Why connections are not made to a host, as a clause; undefined for a host that suits. */
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

  /** Whether a connection can be used: it was added and has neither been cut nor ended. */
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
      // Whoever needs a connection next gets the error.
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

  /** All are awaited, so that a former primary is not chosen for being quicker, unless one is newer than any that has ever answered. */
  #probeAll(): Promise<readonly ProbeResult[]> {
    const highest = this.#highestTimeline;
    return probeAll(this.#probes, (status) => {
      if (this.#address.target === 'any') return true;
      return highest > 0 && status.timeline > highest && this.rejectionReason(status) === undefined;
    });
  }

  #choose(answers: readonly ProbeResult[]): Endpoint | undefined {
    const answered = answers.flatMap((answer) => ('status' in answer ? [answer] : []));
    // All timelines are known before the first host is judged.
    for (const { status } of answered) this.#highestTimeline = Math.max(this.#highestTimeline, status.timeline);
    const fit = answered.filter(({ status }) => this.rejectionReason(status) === undefined);
    return (fit.find(({ endpoint }) => endpoint === this.#chosen) ?? fit[0])?.endpoint;
  }

  #moveTo(endpoint: Endpoint): void {
    const previous = this.#chosen;
    this.#chosen = endpoint;
    if (previous === undefined || previous === endpoint) return;
    for (const connection of this.#connections.values()) if (connection.endpoint !== endpoint) connection.cut();
    this.#onChange?.(endpointText(endpoint));
  }

  #cacheFailure(failure: Error): Error {
    const failed = Promise.reject(failure);
    // Nobody may ask in time.
    failed.catch(() => undefined);
    this.#search = failed;
    setTimeout(() => {
      if (this.#search === failed) this.#search = undefined;
    }, FAILURE_MILLIS).unref();
    return failure;
  }
}
