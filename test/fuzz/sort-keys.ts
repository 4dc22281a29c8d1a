import { resources } from '#test/support/model';
import type { ResourceType } from '#domain/schema';

const LONGEST_PATH = 3;

/** Sort keys in both directions. They follow only to-one relationships, at most `steps` of them. */
export function sortKeysOf(type: ResourceType, steps = LONGEST_PATH): readonly string[] {
  return Object.entries(resources[type].fields).flatMap(([name, field]) => {
    if (field.kind !== 'relationship') return field.stored === undefined ? [] : [name, `-${name}`];
    if (field.cardinality === 'many' || steps === 0) return [];
    return sortKeysOf(field.to, steps - 1).map((key) =>
      key.startsWith('-') ? `-${name}__${key.slice(1)}` : `${name}__${key}`,
    );
  });
}
