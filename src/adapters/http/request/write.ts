// A write as data, with the domain's names, checked as far as possible without the storage. Single requests and
// atomic operations are read the same way.
import type { Attributes, ResourceType } from '#domain/schema';
import type { ErrorSource } from '../api/errors.ts';
import {
  impliedBy,
  linkageFormOf,
  operationKindOf,
  primaryOf,
  relationshipIn,
  type WriteOperation,
} from '../api/operations.ts';
import type { TagList } from './conditions.ts';
import { invalidDocument, isJsonObject, member, type Json } from './syntax/json.ts';
import { checkTypes, readLinkage, type BodyContext, type Reference } from './linkage.ts';
import type { ReadOnlyValue } from './sent-attributes.ts';
import { readResource, type SentField, type SentLink } from './sent-resource.ts';

export interface Write {
  readonly operation: WriteOperation;
  /** The pointer to its atomic operation; empty for a single write. */
  readonly basePointer: string;
  readonly target: PathTarget;
  /** The resource in `data`; undefined if `data` is linkage or ignored. */
  readonly identity: Reference | undefined;
  readonly attributes: Attributes;
  readonly readOnly: readonly ReadOnlyValue[];
  readonly sentLinks: readonly SentLink[];
  readonly sentFields: readonly SentField[];
  /** The precondition in the document. */
  readonly ifMatch: TagList | undefined;
}

/** The resource that the path of a write names. */
export interface PathTarget extends Reference {
  /** The place that names it in the request, for the error if it does not exist. */
  readonly source: ErrorSource;
}

/** The target in the path of a request. */
export function pathTarget({ resource, path }: WriteOperation, id: string): PathTarget {
  const [, parameter = 'id'] = /:(\w+)/.exec(path) ?? [];
  return { type: resource.type, id, lid: undefined, hasBoth: false, pointer: '', source: { parameter } };
}

/** Reads the document of a write, and collects all its problems. */
export function readWrite(operation: WriteOperation, target: PathTarget, document: Json, context: BodyContext): Write {
  const nothing = {
    identity: undefined,
    attributes: {},
    readOnly: [],
    sentLinks: [],
    sentFields: [],
    ifMatch: undefined,
  };
  const write: Write = { operation, basePointer: context.basePointer, target, ...nothing };
  const { body, primaryType } = operationKindOf(operation);
  if (body === undefined) return write;
  const data = readData(document, body === 'linkage' ? 'the resource linkage' : 'the resource', context);
  if (data === undefined) return write;
  if (body === 'linkage') return { ...write, sentLinks: [readLink(data, operation, context)] };
  // The path of a related resource does not identify it.
  const expected = primaryType === 'own' ? target : undefined;
  return {
    ...write,
    ...readResource(
      data,
      primaryOf(operation).inBodies,
      body === 'new resource' ? 'new' : expected,
      context,
      impliedBy(operation),
    ),
  };
}

function readData(document: Json, what: string, { basePointer, found }: BodyContext): Json | undefined {
  const data = isJsonObject(document) ? member(document, 'data') : undefined;
  if (data !== undefined) return data;
  const problem = isJsonObject(document)
    ? invalidDocument(`${basePointer}/data`, `The document must have a member "data" with ${what}`)
    : invalidDocument(basePointer, 'The document must be an object');
  found.push({ step: 'document', problem });
  return undefined;
}

function readLink(data: Json, operation: WriteOperation, context: BodyContext): SentLink {
  const { field } = relationshipIn(operation);
  const linkage = readLinkage(data, linkageFormOf(operation), `${context.basePointer}/data`, context);
  checkTypes(linkage, field.to, context);
  return { ...linkage, field };
}

/** All resources that a write names. */
export function referencesOf({ target, identity, sentLinks }: Write): readonly Reference[] {
  const named = identity === undefined ? [target] : [target, identity];
  // If `data` itself names the target, both are the same.
  const own = identity?.pointer === target.pointer ? [identity] : named;
  return [...own, ...sentLinks.flatMap(({ references }) => references)];
}

/** A write with identifiers in place of local ones. */
export function withIds(write: Write, idOf: (reference: Reference) => string): Write {
  const identified = <Of extends Reference>(reference: Of): Of =>
    reference.lid === undefined ? reference : { ...reference, id: idOf(reference) };
  return {
    ...write,
    target: identified(write.target),
    identity: write.identity && identified(write.identity),
    sentLinks: write.sentLinks.map((link) => ({ ...link, references: link.references.map(identified) })),
  };
}

/** The distinct targets of a link: identifiers, or one for a to-one relationship; null empties it, undefined leaves it as it is. */
export function linkedIds({ field, isList, references }: SentLink): readonly string[] | string | null | undefined {
  const ids = [...new Set(references.map(({ id }) => id))];
  if (field.cardinality === 'many') return ids;
  return ids[0] ?? (isList ? undefined : null);
}

/** True if the write replaces the set of a to-many relationship, which unlinks the members that it does not name. */
export function replacesSet({ operation, sentLinks }: Pick<Write, 'operation' | 'sentLinks'>): boolean {
  return operationKindOf(operation).overwrites === true && sentLinks.some(({ field }) => field.cardinality === 'many');
}

/** The type of the resource whose state a precondition is about; undefined: the write adds to a list. */
export function changedType({ operation }: Pick<Write, 'operation'>): ResourceType | undefined {
  return operationKindOf(operation).action === 'create' ? undefined : primaryOf(operation).type;
}
