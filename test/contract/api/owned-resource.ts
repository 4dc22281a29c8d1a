import { relationshipsOf, writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { schema } from '#domain/schema';
import type { ApiClient } from '../../support/api-client.ts';
import {
  resourceObject,
  shownAttributes,
  type Identifier,
  type Relationships,
  type ResourceObject,
  type Values,
} from '../../support/resource-objects.ts';
import { personId } from '../../support/persons.ts';
import { isInScope } from '../../support/scope.ts';
import { createdId } from './created-id.ts';
import { requiredValues } from './described-attributes.ts';

/** A type that persons own, taken from its resource description. A suite with this parameter runs once for each. */
export class OwnedResource {
  readonly type: string;
  readonly label: string;
  readonly plural: string;
  readonly path: string;
  /** The name of a person's relationship to these items. */
  readonly relationship: string;
  /** An attribute that accepts any text. */
  readonly attribute: string;
  /** Include paths for all relationships. With these, a list contains the same linkage as an export. */
  readonly allIncluded: string;
  readonly #resource: Resource;

  constructor(resource: Resource, relationship: string) {
    this.type = resource.type;
    this.label = resource.label;
    this.plural = resource.plural;
    this.path = resource.path;
    this.relationship = relationship;
    this.attribute = textAttributeOf(resource);
    this.allIncluded = Object.keys(relationshipsOf(resource)).join();
    this.#resource = resource;
  }

  id(id: string): Identifier {
    return { type: this.type, id };
  }

  ids(...ids: readonly string[]): readonly Identifier[] {
    return ids.map((id) => this.id(id));
  }

  /** The path of the items of a person. */
  relatedPath(person: string): string {
    return `/persons/${person}/${this.relationship}`;
  }

  /** The path of the relationship itself. */
  linkagePath(person: string): string {
    return `/persons/${person}/relationships/${this.relationship}`;
  }

  /** The relationships of a person who owns these items. */
  linked(...ids: readonly string[]): Relationships {
    return { [this.relationship]: { data: this.ids(...ids) } };
  }

  /** The required attributes of a new item, with this text. */
  attributes(text: string): Values {
    return { ...requiredValues(this.#resource), [this.attribute]: text };
  }

  /** The `data` of a creation; without linkage if `owner` is undefined. */
  draft(text = 'S1', owner?: string | null): object {
    return { type: this.type, attributes: this.attributes(text), ...ownedBy(owner) };
  }

  /** A whole resource object; without linkage if `owner` is undefined. */
  object(id: string, text = 'S1', owner?: string | null): ResourceObject {
    const attributes = shownAttributes(this.type, this.attributes(text));
    return resourceObject(this.type, id, attributes, ownedBy(owner).relationships);
  }

  /** Creates an item and returns its id. */
  async add(client: ApiClient, text?: string, owner?: string): Promise<string> {
    return createdId(await client.post(this.path, { data: this.draft(text, owner) }));
  }

  /** Creates items one after another, with the text S0, S1, …, and returns their ids, ascending. */
  async addSeveral(client: ApiClient, number: number, owner?: string): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let made = 0; made < number; made += 1) ids.push(await this.add(client, `S${made}`, owner));
    return ids;
  }

  /** Creates items without an owner, as many at a time as a list of operations may have, and returns their ids, ascending. */
  async addMany(client: ApiClient, number: number, text: string): Promise<readonly string[]> {
    const ids: string[] = [];
    while (ids.length < number) {
      const several = Math.min(100, number - ids.length);
      const { document } = await client.operate(
        Array.from({ length: several }, () => ({ op: 'add', data: this.draft(text) })),
      );
      const results = document['atomic:results'] as readonly { readonly data: Identifier }[];
      ids.push(...results.map(({ data }) => data.id));
    }
    return ids;
  }

  /** The linkage of a person, as ids. */
  async of(client: ApiClient, person: string): Promise<readonly string[]> {
    const { document } = await client.get(`/persons/${person}`);
    return (document.data.relationships[this.relationship].data as readonly Identifier[]).map(({ id }) => id);
  }

  /** The id of the owner, or null. */
  async ownerOf(client: ApiClient, id: string): Promise<string | null> {
    const { document } = await client.get(`${this.path}/${id}/relationships/owner`);
    return (document.data as Identifier | null)?.id ?? null;
  }
}

/** Every type that persons own. Persons may also have other relationships to the same type. */
export const everyOwned: readonly OwnedResource[] = Object.entries(relationshipsOf(resources.person))
  .filter(([, { stored }]) => schema.person.relationships[stored]?.inverse === 'owner')
  .map(([name, { to }]) => new OwnedResource(resources[to], name));

/** The owned resources that the suites cover; none if a type was added that nobody owns. */
export const ownedResources: readonly OwnedResource[] = everyOwned.filter(isInScope);

function ownedBy(owner: string | null | undefined): { readonly relationships?: Relationships } {
  return owner === undefined ? {} : { relationships: { owner: { data: owner === null ? null : personId(owner) } } };
}

function textAttributeOf(resource: Resource): string {
  const found = Object.entries(writableAttributesOf(resource)).find(([, { declared }]) => declared.kind === 'text');
  if (found === undefined) throw new Error(`a ${resource.type} has no attribute that accepts any text`);
  return found[0];
}
