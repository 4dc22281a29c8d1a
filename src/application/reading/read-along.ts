import type { Query } from '../model/query.ts';
import type { View } from '../model/view.ts';
import { relationshipOf, type ResourceType } from '../model/schema.ts';

/** The last one for each view, so that equal questions are the same. */
const known = new WeakMap<View, { readonly type: ResourceType; readonly along: Pick<Query, 'related'> }>();

/**
 * What a view includes of the resources that are related directly to primary ones: these are read along with them.
 * @param type of the primary resources
 * @returns a part of the question for these; nothing where nothing is included
 */
export function readAlong(view: View, type: ResourceType): Pick<Query, 'related'> {
  const present = known.get(view);
  if (present?.type === type) return present.along;
  const relationships = new Set(view.include?.flatMap((path) => path.slice(0, 1)));
  const related = [...relationships].map((relationship) => ({
    ...view.selections[relationshipOf(type, relationship).to],
    relationship,
  }));
  const along = related.length === 0 ? {} : { related };
  known.set(view, { type, along });
  return along;
}

/** Whether one question finds all that a view shows. */
export function isReadAtOnce({ include = [] }: View): boolean {
  return include.every((path) => path.length === 1);
}
