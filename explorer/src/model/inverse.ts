// The other side of relationships. The first view does not need this, so it does not load it.
import type { Api, Relationship } from './api.ts';
import { relationshipsOf, resourceOf } from './fields.ts';

/** The same relationship on the related type; undefined if the API or the user's role hides it there. */
export function inverseOf(api: Api, relationship: Relationship): Relationship | undefined {
  const { to, inverse } = relationship;
  const related = relationshipsIn(api, to);
  if (inverse !== undefined) return related.find(({ name }) => name === inverse);
  // The API names it only if several relationships lead back.
  const [only, ...others] = related.filter((back) => relationshipsIn(api, back.to).includes(relationship));
  return others.length === 0 ? only : undefined;
}

function relationshipsIn(api: Api, type: string): readonly Relationship[] {
  const resource = resourceOf(api, type);
  return resource === undefined ? [] : relationshipsOf(resource);
}

/** The inverse if it is to-one. Linking then takes the related resource away from its present one. */
export function exclusiveBack(api: Api, relationship: Relationship): Relationship | undefined {
  const back = inverseOf(api, relationship);
  return back?.cardinality === 'one' ? back : undefined;
}
