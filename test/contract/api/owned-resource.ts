import {
  readOnlyAttributesOf,
  relationshipsOf,
  requireRelationship,
  type Resource,
} from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { relationshipOf } from '#domain/schema';
import type { ApiClient } from '../../support/api-client.ts';
import {
  resourceObject,
  shownAttributes,
  type Identifier,
  type Relationships,
  type ResourceObject,
  type Values,
} from '../../support/resource-objects.ts';
import { wireName } from './any-type.ts';
import { createdId } from './created-id.ts';
import { requiredValues, requireText, shownAttributeOf, valuesOf } from './described-attributes.ts';

/** The resources that own others, such as persons. */
export interface Owner extends Resource {
  /** An attribute that accepts any text. */
  readonly attribute: string;
  /** An optional attribute, which is shown as it is written. */
  readonly shown: string;
  /** A value of it. */
  readonly detail: Values;
  /** The parameter with which a list shows the same linkage as an export. */
  readonly withLinkage: string;
}

/**
 * A type that another one owns, by one relationship between them: such as computers, which persons own. It is taken from the
 * descriptions of both. A suite with this parameter runs once for each.
 */
export class OwnedResource {
  readonly type: string;
  readonly label: string;
  readonly plural: string;
  readonly path: string;
  readonly owner: Owner;
  /** The name of the owner's relationship to these items. */
  readonly relationship: string;
  /** The name of the item's relationship to its owner. */
  readonly inverse: string;
  /** An attribute that accepts any text. */
  readonly attribute: string;
  /** The parameter with which a list shows the same linkage as an export. */
  readonly withLinkage: string;
  readonly #resource: Resource;

  /** @param relationship of the owner */
  constructor(owner: Resource, relationship: string) {
    const { to, stored } = requireRelationship(owner, relationship);
    const resource = resources[to];
    this.type = resource.type;
    this.label = resource.label;
    this.plural = resource.plural;
    this.path = resource.path;
    const shown = shownAttributeOf(owner) ?? '';
    this.owner = {
      ...owner,
      attribute: requireText(owner),
      shown,
      detail: { [shown]: valuesOf(owner, shown)[1] ?? null },
      withLinkage: withLinkage(owner),
    };
    this.relationship = relationship;
    this.inverse = wireName(to, relationshipOf(owner.type, stored).inverse);
    this.attribute = requireText(resource);
    this.withLinkage = withLinkage(resource);
    this.#resource = resource;
  }

  id(id: string): Identifier {
    return { type: this.type, id };
  }

  ids(...ids: readonly string[]): readonly Identifier[] {
    return ids.map((id) => this.id(id));
  }

  ownerId(id: string): Identifier {
    return { type: this.owner.type, id };
  }

  /** The path of the items of an owner. */
  relatedPath(owner: string): string {
    return `${this.owner.path}/${owner}/${this.relationship}`;
  }

  /** The path of the relationship itself. */
  linkagePath(owner: string): string {
    return `${this.owner.path}/${owner}/relationships/${this.relationship}`;
  }

  /** The required attributes of a new owner, with this text. */
  ownerAttributes(text = 'Ada'): Values {
    return { ...requiredValues(this.owner), [this.owner.attribute]: text };
  }

  /** What is computed of an owner with this text; clients may send it back. */
  ownerEcho(text: string): Values {
    const shown = shownAttributes(this.owner.type, this.ownerAttributes(text));
    const computed = Object.keys(readOnlyAttributesOf(this.owner));
    return Object.fromEntries(Object.entries(shown).filter(([name]) => computed.includes(name)));
  }

  /** A whole owner, whose optional attributes are unset and who owns nothing, but for what is given. */
  ownerObject(
    id: string,
    relationships: Relationships = {},
    attributes: Values = this.ownerAttributes(),
  ): ResourceObject {
    return resourceObject(this.owner.type, id, shownAttributes(this.owner.type, attributes), relationships);
  }

  /** Creates an owner and returns its id. */
  async addOwner(
    client: ApiClient,
    relationships: Relationships = {},
    attributes: Values = this.ownerAttributes(),
  ): Promise<string> {
    const data = { type: this.owner.type, attributes, relationships };
    return createdId(await client.post(this.owner.path, { data }));
  }

  /** The relationships of an owner of these items. */
  linked(...ids: readonly string[]): Relationships {
    return { [this.relationship]: { data: this.ids(...ids) } };
  }

  /** The required attributes of a new item, with this text. */
  attributes(text: string): Values {
    return { ...requiredValues(this.#resource), [this.attribute]: text };
  }

  /** The `data` of a creation; without linkage if `owner` is undefined. */
  draft(text = 'S1', owner?: string | null): object {
    return { type: this.type, attributes: this.attributes(text), ...this.#ownedBy(owner) };
  }

  /** A whole resource object; without linkage if `owner` is undefined. */
  object(id: string, text = 'S1', owner?: string | null): ResourceObject {
    const attributes = shownAttributes(this.type, this.attributes(text));
    return resourceObject(this.type, id, attributes, this.#ownedBy(owner).relationships);
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

  /** The linkage of an owner, as ids. */
  async of(client: ApiClient, owner: string): Promise<readonly string[]> {
    const { document } = await client.get(`${this.owner.path}/${owner}`);
    return (document.data.relationships[this.relationship].data as readonly Identifier[]).map(({ id }) => id);
  }

  /** The id of the owner, or null. */
  async ownerOf(client: ApiClient, id: string): Promise<string | null> {
    const { document } = await client.get(`${this.path}/${id}/relationships/${this.inverse}`);
    return (document.data as Identifier | null)?.id ?? null;
  }

  #ownedBy(owner: string | null | undefined): { readonly relationships?: Relationships } {
    if (owner === undefined) return {};
    return { relationships: { [this.inverse]: { data: owner === null ? null : this.ownerId(owner) } } };
  }
}

function withLinkage(resource: Resource): string {
  const onRequest = Object.entries(relationshipsOf(resource)).filter(([, { linkage }]) => linkage === 'when included');
  return onRequest.length === 0 ? '' : `&include=${onRequest.map(([name]) => name).join()}`;
}
