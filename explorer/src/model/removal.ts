import type { Api, Relationship, Resource } from './api.ts';
import { keyOf, type Row } from './documents.ts';
import { relationshipsOf, resourceOf } from './fields.ts';
import { inverseOf } from './inverse.ts';
import { countOf, membersOf } from './members.ts';

/**
 * The effects of deleting a resource on others, in sentences.
 * @example consequencesOf(api, person, ada) // ['2 computers will lose their owner.']
 */
export function consequencesOf(api: Api, resource: Resource, row: Row): readonly string[] {
  return affectedBy(api, resource).flatMap(({ name, related, back }) => {
    const count =
      countOf(row, name) - (isLinkedToItself(row, related.type === row.type ? [name, back.name] : []) ? 1 : 0);
    if (count === 0) return [];
    const others = count === 1 ? `1 ${related.label.toLowerCase()}` : `${count.toLocaleString('en')} ${related.plural}`;
    if (back.cardinality === 'many') return [`It will be unlinked from ${others}.`];
    switch (back.onDelete) {
      case 'unset':
        return [`${others} will lose ${count === 1 ? 'its' : 'their'} ${back.name}.`];
      case 'cascade':
        return [`${others} will be deleted too${withTheir(cascadesFrom(api, related))}.`];
      case 'refuse':
        // The API gives the reason.
        return [];
    }
  });
}

/** @param sides the names of the relationship and its inverse: if only the first members have been read, either one may show the link */
function isLinkedToItself(row: Row, sides: readonly string[]): boolean {
  return sides.some((name) => membersOf(row, name).some((other) => keyOf(other) === keyOf(row)));
}

/** The effects of deleting many resources, without knowing their linkage. */
export function consequencesOfMany(api: Api, resource: Resource): readonly string[] {
  return affectedBy(api, resource).flatMap(({ name, related, back }) => {
    const rest = related.type === resource.type ? ', unless you delete them too' : '';
    if (back.cardinality === 'many') return [`Their ${name} are kept, without these links${rest}.`];
    switch (back.onDelete) {
      case 'unset':
        return [`Their ${name} are kept, with ${back.name} unset${rest}.`];
      case 'cascade':
        return [`Their ${name} are deleted too${withTheir(cascadesFrom(api, related))}.`];
      case 'refuse':
        return [];
    }
  });
}

interface Affected {
  /** The name of the relationship to the other resources. */
  readonly name: string;
  readonly related: Resource;
  /** The same relationship from their side. */
  readonly back: Relationship;
}

/** The to-many relationships of a resource. Its deletion changes their other sides. */
function affectedBy(api: Api, resource: Resource): readonly Affected[] {
  return relationshipsOf(resource).flatMap((relationship) => {
    const { name, cardinality, to } = relationship;
    const related = resourceOf(api, to);
    const back = inverseOf(api, relationship);
    return cardinality === 'one' || related === undefined || back === undefined ? [] : [{ name, related, back }];
  });
}

/** The names of the relationships to the resources that are deleted with a resource. */
function cascadesFrom(api: Api, resource: Resource): readonly string[] {
  return affectedBy(api, resource).flatMap(({ name, back }) => (back.onDelete === 'cascade' ? [name] : []));
}

function withTheir(names: readonly string[]): string {
  return names.length === 0 ? '' : `, with their ${names.join(' and ')}`;
}
