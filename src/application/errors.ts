// Errors carry facts; adapters turn them into answers.
import type { Parent, ResourceIdentifier } from './model/query.ts';
import type { ResourceType } from './model/schema.ts';

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

/** The resource exists but has no owner to change or delete. */
export class NoOwnerError extends Error {
  readonly type: ResourceType;
  readonly id: string;

  constructor(type: ResourceType, id: string) {
    super(`${type} ${id} has no owner`);
    this.name = 'NoOwnerError';
    this.type = type;
    this.id = id;
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

/** The URL addresses one person, the caller names another. */
export class PersonMismatchError extends Error {
  readonly expectedId: string;

  constructor(expectedId: string) {
    super(`the addressed person is ${expectedId}`);
    this.name = 'PersonMismatchError';
    this.expectedId = expectedId;
  }
}

/** A resource created below a person names another owner, or none. */
export class OwnerConflictError extends Error {
  readonly type: ResourceType;
  readonly ownerId: string;

  constructor(type: ResourceType, ownerId: string) {
    super(`the owner of the ${type} is person ${ownerId}`);
    this.name = 'OwnerConflictError';
    this.type = type;
    this.ownerId = ownerId;
  }
}

/** More resources would be included than one answer may hold. */
export class TooManyIncludedError extends Error {
  readonly type: ResourceType;
  readonly most: number;
  /** From where they are reached, if that is one resource. */
  readonly parent: Parent | undefined;

  constructor(type: ResourceType, most: number, parent?: Parent) {
    super(`more than ${most} resources would be included`);
    this.name = 'TooManyIncludedError';
    this.type = type;
    this.most = most;
    this.parent = parent;
  }
}

/** Another transaction has just changed the same state. The unit of work catches this and runs the work again. */
export class CollisionError extends Error {
  /** Persons to lock in the next attempt. */
  readonly personIds: readonly string[];

  constructor(what: string, personIds: readonly string[] = [], options?: ErrorOptions) {
    super(what, options);
    this.name = 'CollisionError';
    this.personIds = personIds;
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

/** All connections are in use; as many streams run as may; other transactions keep changing the same state. */
export type Overload = 'connections' | 'streams' | 'collisions';

/** A read has to show a position of a later timeline than the storage has shown, which may be a former primary. */
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

/** The connection was lost during commit: the write may or may not have happened. */
export class CommitOutcomeUnknownError extends Error {
  override readonly name = 'CommitOutcomeUnknownError';
}
