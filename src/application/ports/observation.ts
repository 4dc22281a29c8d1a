// Events that operators can see, as data. The log and the metrics each have a table with an entry for every kind.
import type { Actor } from '../model/actor.ts';
import type { FeedFigures } from './change-feed.ts';

export type Observation =
  | { readonly kind: 'request answered'; readonly facts: RequestFacts }
  /** Something that is not a valid HTTP request got this status. */
  | { readonly kind: 'protocol error'; readonly status: string }
  /** A request was refused because the service is overloaded. */
  | { readonly kind: 'request shed' }
  | { readonly kind: 'identified'; readonly outcome: IdentificationOutcome }
  | { readonly kind: 'keyed answer'; readonly outcome: KeyedOutcome }
  /** A write collided with another transaction and is retried. */
  | { readonly kind: 'collision' }
  /** The statement succeeded or failed. One that is not awaited counts as done when it is sent. */
  | { readonly kind: 'statement done'; readonly millis: number }
  /** The database or its connection failed. The code is an SQLSTATE, an error code of the operating system, or `none`. */
  | { readonly kind: 'database failed'; readonly code: string }
  /** Opening takes longer because the database in this folder was not closed. */
  | { readonly kind: 'database recovering'; readonly folder: string }
  /** A change to the database that the operator should make, as a sentence. */
  | { readonly kind: 'database advice'; readonly advice: string }
  /** Migrations are about to erase the states of these types in the changes feed, and to restart the feed. */
  | { readonly kind: 'changes erasing'; readonly types: readonly string[] }
  /** The storage is not available yet and will be retried. */
  | { readonly kind: 'storage delayed'; readonly reason: string }
  /** Connections now go to another of the configured hosts, given as name and port. */
  | { readonly kind: 'host changed'; readonly host: string }
  /** The primary turned out to be a former one, so writes are refused. */
  | { readonly kind: 'former primary'; readonly reason: string }
  /** The server that a read is sent to first. */
  | { readonly kind: 'read routed'; readonly server: 'primary' | 'replica' }
  /** The replica at this endpoint gets no reads from now on. */
  | { readonly kind: 'replica left out'; readonly replica: string; readonly reason: unknown }
  | { readonly kind: 'replica in use'; readonly replica: string }
  /** The key file has changed and is valid. */
  | { readonly kind: 'keys reloaded'; readonly count: number }
  /** The key file has become invalid or missing; the last good keys stay in use. The reason never contains a key. */
  | { readonly kind: 'keys invalid'; readonly reason: string }
  /** Fetching the issuer's keys failed. After 10 minutes without keys, requests with tokens get 503. */
  | { readonly kind: 'issuer failed'; readonly reason: string }
  /** The policy with this digest is now in use. */
  | { readonly kind: 'policy served'; readonly digest: string }
  /** A batch of expired stored responses was deleted. */
  | { readonly kind: 'answers purged'; readonly number: number }
  /** A write that made this many changes was committed. */
  | { readonly kind: 'changes made'; readonly number: number }
  /** As in `FeedFigures`. */
  | ({ readonly kind: 'feed measured' } & FeedFigures)
  /** A batch of expired changes was deleted. */
  | { readonly kind: 'changes purged'; readonly number: number }
  /** Unread writes could not be assigned their place in the feed. */
  | { readonly kind: 'settling failed'; readonly error: unknown }
  /** The next purge runs as usual. */
  | { readonly kind: 'purge failed'; readonly error: unknown }
  | { readonly kind: 'log line dropped' };

/** Reports an observation. Never throws, and must be fast, because every SQL statement reports at least one. */
export type Observe = (observation: Observation) => void;

/** Discards observations. */
export const unobserved: Observe = () => undefined;

/** A finished request. No member is free text from the client: even the two ids have a fixed form. */
export interface RequestFacts {
  readonly requestId: string;
  /** The actor; undefined if not known. */
  readonly actor?: Pick<Actor, 'subject' | 'role'>;
  readonly traceId: string | undefined;
  /** The route's name, or `unmatched`. */
  readonly route: string;
  readonly method: string;
  /** 499: the client disconnected before a response began. */
  readonly status: number;
  readonly durationMillis: number;
  readonly statements: number;
  readonly databaseMillis: number;
  /** The client disconnected before it had the whole response. */
  readonly aborted: boolean;
  /** The service aborted the response, because of an error or a client that was too slow. */
  readonly broken: boolean;
  /** The response was an event stream, which stays open while its client listens. */
  readonly live?: true;
}

/** The outcomes of authenticating a request. */
export const identificationOutcomes = ['accepted', 'anonymous', 'missing', 'invalid', 'unavailable'] as const;
export type IdentificationOutcome = (typeof identificationOutcomes)[number];

/** A successful request with an `Idempotency-Key` was carried out and stored, or answered from the store. */
export type KeyedOutcome = 'stored' | 'replayed';

type Observations = { readonly [Each in Observation as Each['kind']]: Each };

/** A function for every kind: a missing one does not compile. */
export type ObservationTable = { readonly [Kind in keyof Observations]: (observation: Observations[Kind]) => void };

/** Passes each observation to the function for its kind. */
export function observeBy(table: ObservationTable): Observe {
  const tell = <Kind extends keyof Observations>(kind: Kind, observation: Observations[Kind]): void =>
    table[kind](observation);
  return (observation) => tell(observation.kind, observation);
}
