import type { Query, RelatedSelection } from '../model/query.ts';
import { relationshipOf, type ResourceType } from '../model/schema.ts';
import type { View } from '../model/view.ts';

/**
 * The part of a question that asks for what a view includes of the resources directly related to primary ones; nothing where nothing is included.
 * @param type of the primary resources
 */
export function directIncludes(view: View, type: ResourceType): Pick<Query, 'related'> {
  const relationships = new Set(view.include?.flatMap((path) => path.slice(0, 1)));
  const related = [...relationships].map((relationship): RelatedSelection => {
    const { attributes, linkage } = view.selections[relationshipOf(type, relationship).to];
    return { relationship, attributes, linkage };
  });
  return related.length === 0 ? {} : { related };
}

/** Whether nothing is included but what is directly related: then one question finds all that the view shows. */
export function hasDirectIncludesOnly({ include = [] }: View): boolean {
  return include.every((path) => path.length === 1);
}
