// Errors carry facts; adapters turn them into answers.
import type { Rule } from '#domain/rules';
import type { ResourceType } from '#domain/schema';
import type { Action } from './permissions.ts';
import type { Parent, ResourceIdentifier } from './query.ts';

/** The addressed resource does not exist. */
export class NotFoundError extends Error {
  readonly type: ResourceType;
  readonly id: string;

  constructor(type: ResourceType, id: string) {
    super(`${type} ${id} does not exist`);
    this.name = 'NotFoundError';
    this.type = type;
    this.id = id;
  }
}

/** The resource exists, but the to-one relationship whose target should change is empty. */
export class EmptyRelationshipError extends Error {
  readonly parent: Parent;

  constructor(parent: Parent) {
    super(`${parent.type} ${parent.id} has no ${parent.relationship}`);
    this.name = 'EmptyRelationshipError';
    this.parent = parent;
  }
}

/** Resources that a write should link do not exist. */
export class LinkedNotFoundError extends Error {
  readonly missing: readonly ResourceIdentifier[];

  constructor(missing: readonly ResourceIdentifier[]) {
    super(`cannot be linked, not found: ${missing.map(({ type, id }) => `${type} ${id}`).join(', ')}`);
    this.name = 'LinkedNotFoundError';
    this.missing = missing;
  }
}

/** The caller names another resource than the one that the relationship leads to. */
export class RelatedMismatchError extends Error {
  readonly expectedId: string;

  constructor(expectedId: string) {
    super(`the related resource is ${expectedId}`);
    this.name = 'RelatedMismatchError';
    this.expectedId = expectedId;
  }
}

/** A resource to create through a relationship of a parent names another parent. */
export class ParentConflictError extends Error {
  readonly type: ResourceType;
  readonly relationship: string;
  readonly parentId: string;

  constructor(type: ResourceType, relationship: string, parentId: string) {
    super(`the ${relationship} of the ${type} is ${parentId}`);
    this.name = 'ParentConflictError';
    this.type = type;
    this.relationship = relationship;
    this.parentId = parentId;
  }
}

/** A write would break rules of resources. */
export class RuleBrokenError extends Error {
  readonly broken: readonly BrokenRule[];

  constructor(broken: readonly BrokenRule[]) {
    super(`rules would be broken: ${JSON.stringify(broken)}`);
    this.name = 'RuleBrokenError';
    this.broken = broken;
  }
}

export interface BrokenRule {
  /** The type that declares the rule. */
  readonly type: ResourceType;
  readonly rule: Rule;
}

/** More resources would be included than one answer may hold. */
export class TooManyIncludedError extends Error {
  readonly type: ResourceType;
  readonly most: number;
  /** The resource and relationship that lead to them, if it is a single resource. */
  readonly parent: Parent | undefined;

  constructor(type: ResourceType, most: number, parent?: Parent) {
    super(`more than ${most} resources would be included`);
    this.name = 'TooManyIncludedError';
    this.type = type;
    this.most = most;
    this.parent = parent;
  }
}

/** Another transaction has just changed the same data: this one must be retried from the start. */
export class CollisionError extends Error {
  /** Resources that turned out not to be locked: the next attempt locks them, too. */
  readonly unlocked: readonly ResourceIdentifier[];

  constructor(what: string, unlocked: readonly ResourceIdentifier[] = [], options?: ErrorOptions) {
    super(what, options);
    this.name = 'CollisionError';
    this.unlocked = unlocked;
  }
}

/** The storage is unreachable or overloaded; nothing was written. */
export class StorageUnavailableError extends Error {
  override readonly name: string = 'StorageUnavailableError';
}

/** The storage works, but has too much to do; nothing was written. */
export class StorageOverloadedError extends StorageUnavailableError {
  override readonly name = 'StorageOverloadedError';
  readonly by: Overload;

  constructor(by: Overload, message: string, options?: ErrorOptions) {
    super(message, options);
    this.by = by;
  }
}

/** All connections are in use; the limit of streams is reached; other transactions keep changing the same data. */
export type Overload = 'connections' | 'streams' | 'collisions';

/** A read requires a later timeline than the storage has: the storage may be a former primary. */
export class UnknownHistoryError extends StorageUnavailableError {
  override readonly name = 'UnknownHistoryError';

  constructor(timeline: number, known: number) {
    super(`the read has to show timeline ${timeline}, the storage is on ${known}`);
  }
}

/** The storage refuses the service until somebody changes something, such as a password. */
export class StorageRefusedError extends StorageUnavailableError {
  override readonly name = 'StorageRefusedError';
}

/** A statement took longer than allowed; nothing was written. */
export class QueryTimeoutError extends Error {
  override readonly name = 'QueryTimeoutError';
}

/** The commit failed or its response was lost: the write may or may not have happened. */
export class CommitOutcomeUnknownError extends Error {
  override readonly name = 'CommitOutcomeUnknownError';
}

/** The credentials do not say who makes the request. */
export class InvalidTokenError extends Error {
  readonly fault: TokenFault;

  constructor(fault: TokenFault) {
    super(`the token is refused: ${fault}`);
    this.name = 'InvalidTokenError';
    this.fault = fault;
  }
}

/** As much as a client may learn: which check a token has failed. */
export type TokenFault =
  'header' | 'malformed' | 'signature' | 'unknown key' | 'expired' | 'not yet valid' | 'audience' | 'claims';

/** Whether a token is valid cannot be told now: the keys of its issuer cannot be had. */
export class AuthenticationUnavailableError extends Error {
  override readonly name = 'AuthenticationUnavailableError';
}

/** The actor may not do this. */
export class ForbiddenError extends Error {
  readonly action: Action;
  readonly type: ResourceType;
  /** What of the resource the action may not touch; undefined: the action itself is not allowed. */
  readonly field: string | undefined;
  /** The resource on which it is not allowed; undefined: it is on none. */
  readonly row: ForbiddenRow | undefined;

  constructor(action: Action, type: ResourceType, on: { readonly field?: string } & Partial<ForbiddenRow> = {}) {
    const { field, id, is, moved } = on;
    super(`may not ${action} ${field === undefined ? type : `${field} of ${type}`}${id === undefined ? '' : ` ${id}`}`);
    this.name = 'ForbiddenError';
    this.action = action;
    this.type = type;
    this.field = field;
    this.row = id === undefined || is === undefined ? undefined : { id, is, moved };
  }
}

/** A resource, and what about it is in the way: what is stored of it, what would become of it, or that something unseen holds it. */
export interface ForbiddenRow {
  readonly id: string;
  readonly is: 'stored' | 'outcome' | 'held';
  /** The resource that a write links or unlinks, where this one is at the other end. */
  readonly moved?: ResourceIdentifier | undefined;
}
