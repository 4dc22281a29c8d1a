// The fields that a change can show, taken from the response to GET.
import { relationshipsOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { relationshipOf, type ResourceType } from '#domain/schema';
import type { ApiClient } from '../../support/api-client.ts';
import { shownNames, type Identifier } from '../../support/resource-objects.ts';
import { linkagePath } from './any-type.ts';
import { dataAt } from './fixtures.ts';

/** The fields of a resource in the order of its description. */
export interface ShownContent {
  /** Attributes and to-one relationships: the `after` of a change. */
  readonly after: Readonly<Record<string, unknown>>;
  /** The identifiers of the many-to-many relationships that the type declares. */
  readonly links: Readonly<Record<string, readonly string[]>>;
}

export async function contentAt(client: ApiClient, type: ResourceType, id: string): Promise<ShownContent> {
  const resource: Resource = resources[type];
  const { attributes } = (await dataAt(client, `${resource.path}/${id}`)) as {
    readonly attributes: Readonly<Record<string, unknown>>;
  };
  const [after, links]: [Record<string, unknown>, Record<string, readonly string[]>] = [{}, {}];
  for (const name of Object.keys(resource.fields)) {
    const field = relationshipsOf(resource)[name];
    if (shownNames(type).includes(name)) after[name] = attributes[name];
    if (field === undefined) continue;
    const linkage = await dataAt(client, linkagePath(type, id, field.stored));
    if (field.cardinality === 'one') after[name] = linkage;
    else if (relationshipOf(type, field.stored).end === 'from')
      links[name] = (linkage as readonly Identifier[]).map((each) => each.id);
  }
  return { after, links };
}

/** The names of the fields that differ, in the order of the description. */
export function differingFields(type: ResourceType, before: ShownContent, after: ShownContent): readonly string[] {
  const textOf = ({ after: single, links }: ShownContent, name: string): string =>
    JSON.stringify([single[name], links[name]]);
  return Object.keys(resources[type].fields).filter((name) => textOf(before, name) !== textOf(after, name));
}
