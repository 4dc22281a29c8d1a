// Errors carry facts. Adapters turn them into responses by kind.
import type { Rule } from '#domain/rules';
import type { ResourceType } from '#domain/schema';
import type { Action } from './permissions.ts';
import type { Parent, ResourceIdentifier } from './query.ts';

/** The base of all application errors. Not exported, so that all are in this file and the compiler asks for the response to each kind. */
abstract class Fact extends Error {
  abstract readonly kind: string;
  override readonly name = this.constructor.name;
}

export function isFact(error: unknown): boolean {
  return error instanceof Fact;
}

/** The addressed resource does not exist. */
export class NotFoundError extends Fact {
  readonly kind = 'notFound';
  readonly type: ResourceType;
  readonly id: string;

  constructor(type: ResourceType, id: string) {
    super(`${type} ${id} does not exist`);
    this.type = type;
    this.id = id;
  }
}

/** The resource exists, but the to-one relationship whose target should change is empty. */
export class EmptyRelationshipError extends Fact {
  readonly kind = 'emptyRelationship';
  readonly parent: Parent;

  constructor(parent: Parent) {
    super(`${parent.type} ${parent.id} has no ${parent.relationship}`);
    this.parent = parent;
  }
}

/** Resources that a write should link do not exist. */
export class LinkedNotFoundError extends Fact {
  readonly kind = 'linkedNotFound';
  readonly missing: readonly ResourceIdentifier[];

  constructor(missing: readonly ResourceIdentifier[]) {
    super(`cannot be linked, not found: ${missing.map(({ type, id }) => `${type} ${id}`).join(', ')}`);
    this.missing = missing;
  }
}

/** The caller names a resource that is not the target of the relationship. */
export class RelatedMismatchError extends Fact {
  readonly kind = 'relatedMismatch';
  readonly expectedId: string;

  constructor(expectedId: string) {
    super(`the related resource is ${expectedId}`);
    this.expectedId = expectedId;
  }
}

/** A resource to be created through a parent's relationship names a different parent. */
export class ParentConflictError extends Fact {
  readonly kind = 'parentConflict';
  readonly type: ResourceType;
  readonly relationship: string;
  readonly parentId: string;

  constructor(type: ResourceType, relationship: string, parentId: string) {
    super(`the ${relationship} of the ${type} is ${parentId}`);
    this.type = type;
    this.relationship = relationship;
    this.parentId = parentId;
  }
}

/** A write would break rules of resources. */
export class RuleBrokenError extends Fact {
  readonly kind = 'ruleBroken';
  readonly broken: readonly BrokenRule[];

  constructor(broken: readonly BrokenRule[]) {
    super(`rules would be broken: ${JSON.stringify(broken)}`);
    this.broken = broken;
  }
}

export interface BrokenRule {
  /** The type that declares the rule. */
  readonly type: ResourceType;
  readonly rule: Rule;
  /** The resource that breaks it. Its identifier is `NEW` if the write adds it. */
  readonly by: ResourceIdentifier;
}

/** A required to-one relationship would be empty. */
export class RelationshipRequiredError extends Fact {
  readonly kind = 'relationshipRequired';
  readonly type: ResourceType;
  readonly relationship: string;
  /** The resources that would lose their target. */
  readonly ids: readonly string[];

  constructor(type: ResourceType, relationship: string, ids: readonly string[]) {
    super(`required: the ${relationship} of ${type} ${ids.join(', ')}`);
    this.type = type;
    this.relationship = relationship;
    this.ids = ids;
  }
}

/** A resource cannot be deleted while others refer to it. */
export class StillReferencedError extends Fact {
  readonly kind = 'stillReferenced';
  readonly type: ResourceType;
  readonly relationship: string;
  /** The number of referring resources that the actor sees. */
  readonly seen: number;

  constructor(type: ResourceType, relationship: string, seen: number) {
    super(`the ${relationship} of ${type} refers to it`);
    this.type = type;
    this.relationship = relationship;
    this.seen = seen;
  }
}

/** A deletion would cascade to more resources than the service allows. */
export class TooManyDeletedError extends Fact {
  readonly kind = 'tooManyDeleted';
  readonly most: number;

  constructor(most: number) {
    super(`more than ${most} resources would be deleted along with it`);
    this.most = most;
  }
}

/** More resources would be included than one response may contain. */
export class TooManyIncludedError extends Fact {
  readonly kind = 'tooManyIncluded';
  readonly type: ResourceType;
  readonly most: number;
  /** The resource and relationship that they are related through, if there is only one such resource. */
  readonly parent: Parent | undefined;

  constructor(type: ResourceType, most: number, parent?: Parent) {
    super(`more than ${most} resources would be included`);
    this.type = type;
    this.most = most;
    this.parent = parent;
  }
}

/** Another transaction has just changed the same data, so this one must be retried from the start. */
export class CollisionError extends Fact {
  readonly kind = 'collision';
  /** Resources that turned out not to be locked. The next attempt locks them as well. */
  readonly unlocked: readonly ResourceIdentifier[];

  constructor(what: string, unlocked: readonly ResourceIdentifier[] = [], options?: ErrorOptions) {
    super(what, options);
    this.unlocked = unlocked;
  }
}

/** The storage is unreachable or overloaded; nothing was written. */
export class StorageUnavailableError extends Fact {
  readonly kind = 'storageUnavailable';
  readonly reason: Unavailability = 'unreachable';
}

export type Unavailability = 'unreachable' | 'refused' | 'unknownHistory' | Overload;

/** All connections are in use; the stream limit is reached; other transactions keep changing the same data. */
type Overload = 'connections' | 'streams' | 'collisions';

/** The storage works, but has too much to do; nothing was written. */
export class StorageOverloadedError extends StorageUnavailableError {
  override readonly reason: Overload;

  constructor(reason: Overload, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** A read requires a later timeline than the storage has, so the storage may be a former primary. */
export class UnknownHistoryError extends StorageUnavailableError {
  override readonly reason = 'unknownHistory';

  constructor(timeline: number, known: number) {
    super(`the read requires timeline ${timeline}, but the storage is on ${known}`);
  }
}

/** The storage refuses the service until an operator changes something, such as a password. */
export class StorageRefusedError extends StorageUnavailableError {
  override readonly reason = 'refused';
}

/** A statement took longer than allowed; nothing was written. */
export class QueryTimeoutError extends Fact {
  readonly kind = 'queryTimeout';
}

/** The commit failed or its response was lost: the write may or may not have happened. */
export class CommitOutcomeUnknownError extends Fact {
  readonly kind = 'commitOutcomeUnknown';
}

/** The credentials do not identify an actor. */
export class InvalidTokenError extends Fact {
  readonly kind = 'invalidToken';
  readonly fault: TokenFault;

  constructor(fault: TokenFault) {
    super(`the token is refused: ${fault}`);
    this.fault = fault;
  }
}

/** The check that a token failed. Clients learn no more than this. */
export type TokenFault =
  'header' | 'malformed' | 'signature' | 'unknown key' | 'expired' | 'not yet valid' | 'audience' | 'claims';

/** Tokens cannot be verified now, because the issuer's keys are unavailable. */
export class AuthenticationUnavailableError extends Fact {
  readonly kind = 'authenticationUnavailable';
}

/** The actor lacks the permission for an action. */
export class ForbiddenError extends Fact {
  readonly kind = 'forbidden';
  readonly action: Action;
  readonly type: ResourceType;
  /** The field that the action may not touch; undefined if the action itself is not allowed. */
  readonly field: string | undefined;
  /** True if the forbidden value of the field comes from the path. */
  readonly isImplied: boolean;
  /** The resource on which the action is not allowed; undefined if it is not allowed on any. */
  readonly row: ForbiddenRow | undefined;
  /** The relationship whose change needs the action; undefined if no change of a relationship does. */
  readonly through: Parent | undefined;

  constructor(
    action: Action,
    type: ResourceType,
    on: {
      readonly field?: string | undefined;
      readonly isImplied?: boolean;
      readonly through?: Parent | undefined;
    } & Partial<ForbiddenRow> = {},
  ) {
    const { field, isImplied = false, through, id, is, moved } = on;
    super(`may not ${action} ${field === undefined ? type : `${field} of ${type}`}${id === undefined ? '' : ` ${id}`}`);
    this.action = action;
    this.type = type;
    this.field = field;
    this.isImplied = isImplied;
    this.row = id === undefined || is === undefined ? undefined : { id, is, moved };
    this.through = through;
  }
}

/** A resource and the reason for refusing it: its stored state, its state after the change, or a link to a resource that the actor does not see. */
export interface ForbiddenRow {
  readonly id: string;
  readonly is: 'stored' | 'outcome' | 'hidden owner';
  /** The resource that a write moves, if this one is its old or new target. */
  readonly moved?: ResourceIdentifier | undefined;
}

/** The changes feed is turned off. */
export class FeedOffError extends Fact {
  readonly kind = 'feedOff';

  constructor() {
    super('the changes feed is turned off');
  }
}

/** The feed cannot continue from a place. */
export class PositionExpiredError extends Fact {
  readonly kind = 'positionExpired';
  /** `other-view`: the actor's read access has changed since it got the place. */
  readonly reason: 'too-old' | 'other-history' | 'other-view';

  constructor(reason: PositionExpiredError['reason']) {
    super(`the feed cannot continue from this place: ${reason}`);
    this.reason = reason;
  }
}
