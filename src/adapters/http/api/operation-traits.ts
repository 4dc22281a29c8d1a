// The columns of the table of operation kinds.
import type { Action } from '#application/model/permissions';
import type { ErrorCode } from './errors.ts';
import type { QueryScope } from './parameters.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface OperationKind {
  /** What its path addresses: the service, all resources of a type, one, a file, related resources, or a linkage. */
  readonly at: 'service' | 'list' | 'resource' | 'file' | 'related' | 'linkage';
  /** Undefined: of relationships of both cardinalities, or of none. */
  readonly cardinality?: 'one' | 'many';
  /** GET also answers HEAD. */
  readonly method: Method;
  /** Of routes, behind that of the resource or relationship. */
  readonly name: string;
  /** What it does to resources of `type`. Undefined: nothing, or whatever each operation of its list does. */
  readonly action?: Action;
  /** The type of its primary data and target: that of the path's resource, or the one that the relationship leads to. */
  readonly primaryType: 'own' | 'related';
  readonly offers: Offer;
  /** The query parameters that it takes. */
  readonly query: QueryScope;
  /** What it reads of the body; undefined: nothing, the body is ignored. */
  readonly body?: BodyKind;
  /** Whether linkage of a to-one relationship may be a list of at most one, too. */
  readonly takesListOfOne?: true;
  readonly answer: AnswerKind;
  /** Whether the answer has an entity tag. */
  readonly isTagged: boolean;
  /** What If-Match and If-None-Match compare: tags of this representation, or states of the target. */
  readonly compares?: 'representation' | 'state';
  /** Whether it can undo a change that its client has not seen, since it replaces or deletes whatever is there. */
  readonly overwrites?: true;
  /** What it does with credentials, if not require them. */
  readonly credentials?: 'optional' | 'ignored';
  /** Errors besides those that follow from the other columns. */
  readonly errors?: readonly ErrorCode[];
  /** What generated clients and people call it, with names in braces (`wordingOf`). */
  readonly words: Words | Readonly<Record<'many' | 'one', Words>>;
}

export type Words = readonly [operationId: string, summary: string, description?: string];

/**
 * What a route answers with, as far as the `Accept` header decides: a JSON:API document, also one with pages by cursor, one of the Atomic
 * Operations extension, plain JSON, or a file that is sent whatever the header says.
 */
export type Offer = 'document' | 'list' | 'atomic' | 'json' | 'file';

export type BodyKind = 'new resource' | 'changed resource' | 'linkage' | 'operations';

export type AnswerKind =
  | 'entry point'
  | 'description'
  | 'results'
  | 'list'
  | 'file'
  | 'created'
  | 'resource'
  | 'resource or null'
  | 'deleted'
  | 'linkage'
  | 'changed relationship';
