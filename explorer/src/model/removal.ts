import type { Api, Resource } from './api.ts';
import type { Row } from './documents.ts';
import { exclusiveBack, relationshipsOf, resourceOf } from './fields.ts';

/**
 * The effects of deleting a resource on others, in sentences.
 * @example consequencesOf(api, person, ada) // ['2 computers will lose their owner.']
 */
export function consequencesOf(api: Api, resource: Resource, row: Row): readonly string[] {
  return relationshipsOf(resource).flatMap((relationship) => {
    const count = row.linkage[relationship.name]?.length ?? 0;
    const related = resourceOf(api, relationship.to);
    const back = exclusiveBack(api, resource, relationship);
    if (relationship.cardinality === 'one' || count === 0 || related === undefined || back === undefined) return [];
    if (count === 1) return [`1 ${related.label.toLowerCase()} will lose its ${back.name}.`];
    return [`${count.toLocaleString('en')} ${related.plural} will lose their ${back.name}.`];
  });
}

/** The effects of deleting many resources, without knowing their linkage. */
export function consequencesOfMany(api: Api, resource: Resource): readonly string[] {
  return relationshipsOf(resource).flatMap((relationship) => {
    const back = exclusiveBack(api, resource, relationship);
    if (relationship.cardinality === 'one' || back === undefined) return [];
    return [`Their ${relationship.name} are kept, with ${back.name} unset.`];
  });
}
