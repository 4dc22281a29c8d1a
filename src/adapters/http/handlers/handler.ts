// Handlers of routes, independent of Koa: requests and responses are data.
import type { Actor } from '#application/model/actor';
import type { LogPosition } from '#application/model/log-position';
import type { Observe } from '#application/ports/observation';
import type { UseCases } from '#application/use-cases';
import type { Answer } from '../answer/answer.ts';
import type { EpochMark } from '../answer/entity-tags.ts';
import type { ApiConfig } from '../api/api-config.ts';
import type { ErrorObject } from '../api/errors.ts';
import type { JsonApiDialect } from '../api/media-types.ts';
import type { BodyKind, Offer } from '../api/operation-traits.ts';
import type { Operation, RouteMethod } from '../api/operations.ts';
import type { RoleRules } from '../policy/role-rules.ts';
import type { ParsedBody } from '../request/body.ts';
import type { Conditions } from '../request/conditions.ts';
import type { FeedTexts } from '../request/feed-texts.ts';
import type { HeaderUse } from '../request/headers.ts';
import type { KeyedRequest } from '../request/idempotency-key.ts';
import type { OtherType } from '../request/negotiation.ts';
import type { ReadRequest } from '../request/read-cache.ts';
import type { ReadRules } from '../request/read-rules.ts';
import type { Subscribers } from './subscribers.ts';

/** A request whose head and size have been checked. */
export interface ReceivedRequest {
  readonly requestId: string;
  readonly actor: Actor;
  /** Normalized. */
  readonly path: string;
  /** The identifier in the path; empty if there is none. */
  readonly id: string;
  /** The part after the `?`. */
  readonly queryString: string;
  readonly body: ParsedBody;
  readonly conditions: Conditions;
  /** The position in the `Consistency-Token`: reads also show every write up to it. */
  readonly since?: LogPosition | undefined;
  /** The `Last-Event-ID`, after which a stream resumes. */
  readonly lastEventId?: string | undefined;
  /**
   * Authenticates the client again with the same credentials.
   * @throws ApiError (401), InvalidTokenError, AuthenticationUnavailableError
   */
  readonly identifyAgain: () => Promise<Actor>;
  /** Undefined without an `Idempotency-Key`. */
  readonly keyed?: KeyedRequest | undefined;
  /** Includes only profiles that the route supports. */
  readonly dialect: JsonApiDialect;
}

export type Handler = (request: ReceivedRequest) => Promise<Answer>;

/** The collaborators of all handlers. */
export interface Api extends ApiConfig, RoleApi {
  readonly use: UseCases;
  readonly read: ReadRequest;
  /** Names the states of the storage in entity tags. */
  readonly epochMark: () => Promise<EpochMark>;
  /** Reads and writes places in the feed. */
  readonly feedTexts: () => Promise<FeedTexts>;
  readonly observe: Observe;
  readonly subscribers: Subscribers;
  /** The API as an actor's role sees it; undefined if the role does not exist. */
  readonly roleOf: (actor: Pick<Actor, 'role'>) => RoleApi | undefined;
}

/** The API as one role sees it. The optional members exist only under a policy. */
export type RoleApi = Pick<RoleRules, 'set' | 'permissions'> & Partial<Pick<RoleRules, 'may'>> & ReadRules;

/** A method of a path, with its handler. */
export interface Route extends Pick<Operation, 'name' | 'path'> {
  /** GET includes HEAD. */
  readonly methods: readonly RouteMethod[];
  readonly offers: Offer;
  /** The kind of body to read; undefined: the body is ignored. */
  readonly body?: BodyKind | undefined;
  readonly headerUse: HeaderUse;
  readonly handler: Handler;
  /** Credentials are required, optional or ignored. */
  readonly credentials: 'required' | 'optional' | 'ignored';
  /** The error if the role may not do this. */
  readonly refusal?: ErrorObject | undefined;
  /** The representation that GET returns if `Accept` ranks its type above JSON:API. */
  readonly other?: { readonly type: OtherType; readonly handler: Handler };
}
