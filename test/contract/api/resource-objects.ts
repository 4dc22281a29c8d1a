// Expected resource objects. Their relationships and links come from the resource descriptions.
import { personResource } from '../../../src/adapters/http/jsonapi/resources/person.ts';
import { relationshipsOf, type Resource } from '../../../src/adapters/http/jsonapi/resources/resource.ts';

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

/** The `relationships` of a resource object in a request. */
export type Relationships = Readonly<Record<string, { readonly data: Identifier | null | readonly Identifier[] }>>;

export const personId = (id: string): Identifier => ({ type: 'person', id });

/** A person as a whole resource object. Relationships are empty unless given. */
export function personObject(
  id: string,
  {
    birth_date = null,
    display_name = 'ADA',
  }: { readonly birth_date?: string | null; readonly display_name?: string } = {},
  relationships: Relationships = {},
): unknown {
  return resourceObject(personResource, id, { birth_date, display_name }, relationships);
}

/** A whole resource object. A relationship not given has no linkage, or an empty list where linkage is always shown. */
export function resourceObject(resource: Resource, id: string, attributes: object, given: Relationships = {}): unknown {
  const self = `${resource.path}/${id}`;
  const relationships = Object.entries(relationshipsOf(resource)).map(([name, { linkage }]) => [
    name,
    {
      links: { self: `${self}/relationships/${name}`, related: `${self}/${name}` },
      ...(linkage === 'always' ? { data: [] } : {}),
      ...given[name],
    },
  ]);
  return { type: resource.type, id, attributes, relationships: Object.fromEntries(relationships), links: { self } };
}
