import { placeOf, rememberParts, saysIncomplete, type ReadSet } from './incomplete-sets.ts';
import type { Resource } from './operations.ts';

type Relationships<Of extends Resource> = NonNullable<Of['relationships']>;

/** The names of the relationships of a resource. */
export type RelationshipOf<Of extends Resource> = keyof Relationships<Of>;

type Linkage<Of extends Resource, Name extends RelationshipOf<Of>> =
  NonNullable<Relationships<Of>[Name]> extends { readonly data?: infer Data } ? NonNullable<Data> : never;

type Included<Document> = Document extends { readonly included?: readonly (infer Item)[] } ? Item : never;

type Identified<Document, Identifier> = Identifier extends { readonly type: infer Type }
  ? Extract<Included<Document>, { readonly type: Type }>
  : never;

/** The names of the to-many relationships of a resource. */
export type ToManyOf<Of extends Resource> = {
  [Name in RelationshipOf<Of>]: Linkage<Of, Name> extends readonly unknown[] ? Name & string : never;
}[RelationshipOf<Of>];

/** A list of resources for a to-many relationship, one or `null` for a to-one relationship. */
export type Related<Document, Of extends Resource, Name extends RelationshipOf<Of>> =
  Linkage<Of, Name> extends readonly (infer Identifier)[]
    ? readonly Identified<Document, Identifier>[]
    : Identified<Document, Linkage<Of, Name>> | null;

/** A further page of an included set, with its included resources. */
export interface SetPage<Document, Of extends Resource, Name extends ToManyOf<Of>> extends ReadSet {
  readonly data: Linkage<Of, Name>;
  readonly included?: readonly Included<Document>[];
  readonly links: { readonly prev: string | null; readonly next: string | null };
}

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

export interface CompoundDocument {
  readonly included?: readonly Resource[];
}

/**
 * Finds the related resources of a resource among those that its document includes.
 * @throws Error if the request did not include it
 * @example related(document, person, 'computers') // the person's computers
 */
export function related<Document extends CompoundDocument, Of extends Resource, Name extends RelationshipOf<Of>>(
  document: Document,
  resource: Of,
  name: Name,
): Related<Document, Of, Name>;
export function related(document: CompoundDocument, resource: Resource, name: string): unknown {
  const linkage = relationshipOf(resource, name)?.data;
  if (linkage === null) return null;
  return linkage !== undefined && 'type' in linkage
    ? membersIn(document, [linkage], resource, name)[0]
    : includedSet(document, resource, name);
}

/**
 * The resources of a to-many relationship that a document includes.
 * @throws Error if the request did not include them
 */
export function includedSet(document: CompoundDocument, resource: Resource, name: string): readonly Resource[] {
  const relationship = relationshipOf(resource, name);
  if (!Array.isArray(relationship?.data)) throw notIncluded(resource, name);
  const members = membersIn(document, relationship.data, resource, name);
  if (saysIncomplete(relationship)) rememberParts([members, ...members], placeOf(resource, name));
  return members;
}

/**
 * Finds the included resources with these identifiers.
 * @throws Error if the request did not include them
 */
export function membersIn(
  { included = [] }: CompoundDocument,
  identifiers: readonly Identifier[],
  resource: Identifier,
  name: string,
): readonly Resource[] {
  return identifiers.map((identifier) => {
    const found = indexOf(included).get(keyOf(identifier));
    if (found === undefined) throw notIncluded(resource, name);
    return found;
  });
}

interface Relationship {
  readonly data?: Identifier | readonly Identifier[] | null;
}

export function relationshipOf({ relationships }: Resource, name: string): Relationship | undefined {
  const byName: Readonly<Record<string, Relationship>> = relationships;
  return byName[name];
}

function notIncluded({ type, id }: Identifier, name: string): Error {
  return new Error(`the document does not include "${name}" of ${type} ${id}: add it to \`include\``);
}

const indexes = new WeakMap<readonly Resource[], ReadonlyMap<string, Resource>>();

/** Built once per document, so that looking up related resources does not search all included ones. */
function indexOf(included: readonly Resource[]): ReadonlyMap<string, Resource> {
  const known = indexes.get(included);
  if (known !== undefined) return known;
  const index = new Map(included.map((resource) => [keyOf(resource), resource]));
  indexes.set(included, index);
  return index;
}

function keyOf({ type, id }: Identifier): string {
  return `${type} ${id}`;
}
