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

/** A list of resources for a to-many relationship, one or `null` for a to-one relationship. */
export type Related<Document, Of extends Resource, Name extends RelationshipOf<Of>> =
  Linkage<Of, Name> extends readonly (infer Identifier)[]
    ? readonly Identified<Document, Identifier>[]
    : Identified<Document, Linkage<Of, Name>> | null;

interface Identifier {
  readonly type: string;
  readonly id: string;
}

interface CompoundDocument {
  readonly included?: readonly Resource[];
}

/**
 * Finds what a resource is related to among the included resources of its document.
 * @throws Error if the request did not include it
 * @example related(document, person, 'computers') // the person's computers
 */
export function related<Document extends CompoundDocument, Of extends Resource, Name extends RelationshipOf<Of>>(
  document: Document,
  resource: Of,
  name: Name,
): Related<Document, Of, Name>;
export function related({ included = [] }: CompoundDocument, resource: Resource, name: string): unknown {
  const find = (identifier: Identifier): Resource => {
    const found = indexOf(included).get(keyOf(identifier));
    if (found === undefined) throw notIncluded(resource, name);
    return found;
  };
  const linkage = linkageOf(resource, name);
  if (linkage === undefined) throw notIncluded(resource, name);
  if (linkage === null) return null;
  return 'type' in linkage ? find(linkage) : linkage.map(find);
}

function linkageOf({ relationships }: Resource, name: string): Identifier | readonly Identifier[] | null | undefined {
  const byName: Readonly<Record<string, { readonly data?: Identifier | readonly Identifier[] | null }>> = relationships;
  return byName[name]?.data;
}

function notIncluded({ type, id }: Identifier, name: string): Error {
  return new Error(`the document does not include "${name}" of ${type} ${id}: add it to \`include\``);
}

const indexes = new WeakMap<readonly Resource[], ReadonlyMap<string, Resource>>();

/** Made once per document, so that looking up a page of resources takes no search through all that it includes. */
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
