// The columns of the table of operation kinds.
import type { Action } from '#application/model/permissions';
import type { ErrorCode } from './errors.ts';
import type { QueryScope } from './parameters.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface OperationKind {
  /** The target of its path: the service, all resources of a type, one, a file, related resources, or a linkage. */
  readonly at: 'service' | 'list' | 'resource' | 'file' | 'related' | 'linkage';
  /** Undefined: relationships of both cardinalities, or no relationship. */
  readonly cardinality?: 'one' | 'many';
  /** GET also answers HEAD. */
  readonly method: Method;
  /** The end of the route's name, after that of the resource or relationship. */
  readonly name: string;
  /** Its effect on resources of the primary type. Undefined: none, or that of each atomic operation. */
  readonly action?: Action;
  /** The type of its primary data and target: that of the path's resource, or the related type of its relationship. */
  readonly primaryType: 'own' | 'related';
  readonly offers: Offer;
  /** The query parameters that it takes. For a to-one relationship, `linkage` means `resource`. */
  readonly query: QueryScope;
  /** The part of the body that it reads; undefined: the body is ignored. */
  readonly body?: BodyKind;
  /** True if linkage of a to-one relationship may also be a list of at most one. */
  readonly takesListOfOne?: true;
  readonly answer: AnswerKind;
  /** True if the response has an entity tag. */
  readonly isTagged: boolean;
  /** The entity tags that If-Match and If-None-Match compare: tags of this representation, or states of the target. */
  readonly compares?: 'representation' | 'state';
  /** True if it can undo a change that its client has not seen, because it replaces or deletes the current state. */
  readonly overwrites?: true;
  /** Its treatment of credentials; undefined: it requires them. */
  readonly credentials?: 'optional' | 'ignored';
  /** Errors that do not follow from the other columns. */
  readonly errors?: readonly ErrorCode[];
  /** The name for generated clients and the text for people, with names in braces (`wordingOf`). */
  readonly words: Words | WordsByCase;
}

/** The words for each kind of relationship. `many` also applies without a relationship, and to many-to-many ones unless `manyToMany` is given. */
interface WordsByCase {
  readonly one?: Words;
  readonly many: Words;
  readonly manyToMany?: Words;
  /** Used if the deletion can also delete related resources, or if they can prevent it. */
  readonly affecting?: Words;
  /** Used where the other words would be ambiguous: if two types have several relationships, or a type has a relationship to itself. */
  readonly named?: Words;
}

export type Words = readonly [operationId: string, summary: string, description?: string];

/**
 * The form of a route's response, as far as the `Accept` header decides: a JSON:API document, one that can have included sets (`view`) or also be
 * a cursor page (`list`), one of the Atomic Operations extension, plain JSON, or a file that is sent regardless of the header.
 */
export type Offer = 'document' | 'view' | 'list' | 'atomic' | 'json' | 'file';

export type BodyKind = 'new resource' | 'changed resource' | 'linkage' | 'operations';

export type AnswerKind =
  | 'entry point'
  | 'description'
  | 'results'
  | 'changes'
  | 'list'
  | 'file'
  | 'created'
  | 'resource'
  | 'resource or null'
  | 'deleted'
  | 'linkage'
  | 'changed relationship';
