// The relationships that suites about something owned cover.
import { relationshipsOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { relationshipOf, schema, type ResourceType } from '#domain/schema';
import { membersOf } from '../rows-of-types.ts';
import type { ApiUnderTest, Suite } from './api-under-test.ts';
import { shownAttributeOf, textAttributeOf } from './described-attributes.ts';
import { OwnedResource } from './owned-resource.ts';

/**
 * Every ownership relationship. The owner always shows its linkage, and the items show theirs on request. Both types have a text attribute and no required
 * relationship. No rule limits the number of items, and items do not prevent the deletion of their owner.
 */
export const ownedResources: readonly OwnedResource[] = Object.values(resources).flatMap((owner: Resource) =>
  Object.entries(relationshipsOf(owner))
    .filter(([, { to, stored, cardinality, linkage }]) => {
      const item: Resource = resources[to];
      const { inverse } = relationshipOf(owner.type, stored);
      const back = Object.values(relationshipsOf(item)).find((field) => field.stored === inverse);
      return (
        cardinality === 'many' &&
        linkage === 'always' &&
        membersOf(owner.type, stored, Infinity) === Infinity &&
        back?.linkage === 'when included' &&
        relationshipOf(to, inverse).onDelete === 'unset' &&
        [owner, item].every((each) => relationshipsAreOptional(each.type)) &&
        shownAttributeOf(owner) !== undefined &&
        [owner, item].every((each) => textAttributeOf(each) !== undefined)
      );
    })
    .map(([name]) => new OwnedResource(owner, name)),
);

function relationshipsAreOptional(type: ResourceType): boolean {
  return Object.values(schema[type].relationships).every(({ isRequired }) => !isRequired);
}

/** Runs a suite for each of them. */
export function ofEveryOwned(suite: (api: ApiUnderTest, items: OwnedResource) => void): Suite {
  return (api) => {
    for (const items of ownedResources) suite(api, items);
  };
}
