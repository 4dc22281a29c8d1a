// The relationships that suites about something owned cover.
import { relationshipsOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { relationshipOf } from '#domain/schema';
import { isInScope } from '../../support/scope.ts';
import type { ApiUnderTest, Suite } from './api-under-test.ts';
import { shownAttributeOf, textAttributeOf } from './described-attributes.ts';
import { OwnedResource } from './owned-resource.ts';

/** Every relationship to something owned: the owner shows its linkage, the items show theirs on request, and both have a text. */
export const everyOwned: readonly OwnedResource[] = Object.values(resources).flatMap((owner: Resource) =>
  Object.entries(relationshipsOf(owner))
    .filter(([, { to, stored, cardinality, linkage }]) => {
      const item: Resource = resources[to];
      const { inverse } = relationshipOf(owner.type, stored);
      const back = Object.values(relationshipsOf(item)).find((field) => field.stored === inverse);
      return (
        cardinality === 'many' &&
        linkage === 'always' &&
        back?.linkage === 'when included' &&
        shownAttributeOf(owner) !== undefined &&
        [owner, item].every((each) => textAttributeOf(each) !== undefined)
      );
    })
    .map(([name]) => new OwnedResource(owner, name)),
);

/** The owned resources that the suites cover; none if a type was added that nobody owns. */
export const ownedResources: readonly OwnedResource[] = everyOwned.filter(isInScope);

/** Runs a suite for each of them. */
export function ofEveryOwned(suite: (api: ApiUnderTest, items: OwnedResource) => void): Suite {
  return (api) => {
    for (const items of ownedResources) suite(api, items);
  };
}
