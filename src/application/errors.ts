// What can go wrong in a use case, as facts. Adapters turn them into answers.
import type { ResourceIdentifier } from './model/query.ts';
import type { ResourceType } from './model/schema.ts';

/** The resource that the caller names does not exist. */
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

/** The resource exists but has no owner that could be read, changed or deleted. */
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

/** Resources that were to be linked do not exist. */
export class LinkedNotFoundError extends Error {
  readonly missing: readonly ResourceIdentifier[];

  constructor(missing: readonly ResourceIdentifier[]) {
    super(`cannot be linked, not found: ${missing.map(({ type, id }) => `${type} ${id}`).join(', ')}`);
    this.name = 'LinkedNotFoundError';
    this.missing = missing;
  }
}

/** The caller addressed one person and means another. */
export class PersonMismatchError extends Error {
  readonly expectedId: string;

  constructor(expectedId: string) {
    super(`the addressed person is ${expectedId}`);
    this.name = 'PersonMismatchError';
    this.expectedId = expectedId;
  }
}

/** A resource was to be created as one person's, and its description names another owner, or none. */
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

/** A unit of work met a state that another one has just changed; running it again helps. Never leaves the unit of work. */
export class CollisionError extends Error {
  /** The persons whom it should have locked beforehand. */
  readonly personIds: readonly string[];

  constructor(what: string, personIds: readonly string[] = [], options?: ErrorOptions) {
    super(what, options);
    this.name = 'CollisionError';
    this.personIds = personIds;
  }
}

/** The storage cannot be reached or is overloaded; nothing was written. */
export class StorageUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageUnavailableError';
  }
}

/** A statement took longer than allowed; nothing was written. */
export class QueryTimeoutError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'QueryTimeoutError';
  }
}

/** The connection was lost while the transaction was being committed: it may or may not have been written. */
export class CommitOutcomeUnknownError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommitOutcomeUnknownError';
  }
}
