import type { Query, RelatedSelection } from '../model/query.ts';
import { relationshipOf, type ResourceType } from '../../domain/schema.ts';
import type { View } from '../model/view.ts';

/**
 * The part of a query that reads what a view includes along with the primary resources: the first segment of each include path.
 * @param type of the primary resources
 * @param most resources related to one of them
 */
export function directIncludes(view: View, type: ResourceType, most: number): Pick<Query, 'related'> {
  const relationships = new Set(view.include?.flatMap((path) => path.slice(0, 1)));
  const related = [...relationships].map((relationship): RelatedSelection => {
    const { attributes, linkage } = view.selections[relationshipOf(type, relationship).to];
    return { relationship, attributes, linkage, most };
  });
  return related.length === 0 ? {} : { related };
}

/** Whether every include path has one segment; then one query finds everything. */
export function hasDirectIncludesOnly({ include = [] }: View): boolean {
  return include.every((path) => path.length === 1);
}
