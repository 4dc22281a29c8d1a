// What a route does, without Koa: requests and answers are data.
import type { Actor } from '#application/model/actor';
import type { LogPosition } from '#application/model/log-position';
import type { UseCases } from '#application/use-cases';
import type { Answer } from '../answer/answer.ts';
import type { EpochMark } from '../answer/entity-tags.ts';
import type { ApiConfig } from '../api/api-config.ts';
import type { ErrorObject } from '../api/errors.ts';
import type { BodyKind, Offer } from '../api/operation-traits.ts';
import type { Operation } from '../api/operations.ts';
import type { RoleRules } from '../policy/role-rules.ts';
import type { ParsedBody } from '../request/body.ts';
import type { Conditions } from '../request/conditions.ts';
import type { HeaderUse } from '../request/headers.ts';
import type { KeyedRequest } from '../request/idempotency-key.ts';
import type { OpenCursors } from '../request/query/cursors.ts';

/** A request whose head and size have been checked. */
export interface ReceivedRequest {
  readonly actor: Actor;
  /** Normalized. */
  readonly path: string;
  /** The identifier in the path; empty if there is none. */
  readonly id: string;
  /** The part after the `?`. */
  readonly queryString: string;
  readonly body: ParsedBody;
  readonly conditions: Conditions;
  /** The position that a read must at least show; undefined asks only for what this service has written. */
  readonly since?: LogPosition | undefined;
  /** Undefined without an `Idempotency-Key`. */
  readonly keyed?: KeyedRequest | undefined;
  /** Whether the client asks for pages by cursor, where there are any. */
  readonly asksForCursors?: boolean;
}

export type Handler = (request: ReceivedRequest) => Promise<Answer>;

/** What all handlers need. */
export interface Api extends ApiConfig, RoleView {
  readonly use: UseCases;
  readonly openCursors: OpenCursors;
  /** Names the states of the storage in entity tags. */
  readonly epochMark: () => Promise<EpochMark>;
  /** Is told of every success of a request with an `Idempotency-Key`. */
  readonly onKeyedAnswer: (outcome: KeyedOutcome) => void;
}

/** The service as the actors of one role have it. Without a policy, or for somebody unknown, there is no more to say than that. */
export type RoleView = Pick<RoleRules, 'resources' | 'permissions'> &
  Partial<Pick<RoleRules, 'readDigest' | 'readClaims' | 'restricted' | 'may'>>;

/** What became of a request with a key that succeeded: done and stored, or answered from the store. */
export type KeyedOutcome = 'stored' | 'replayed';

/** What answers one method of one path. */
export interface Route extends Pick<Operation, 'name' | 'method' | 'path'> {
  readonly offers: Offer;
  /** What is read of the body; undefined: it is ignored. */
  readonly body?: BodyKind | undefined;
  readonly headerUse: HeaderUse;
  readonly handler: Handler;
  /** Whether credentials must be sent, may be sent, or are ignored. */
  readonly credentials: 'required' | 'optional' | 'ignored';
  /** Why the role may not do this. */
  readonly refusal?: ErrorObject | undefined;
  /** What GET answers instead where `Accept` ranks HTML above JSON:API. */
  readonly page?: Handler;
}
