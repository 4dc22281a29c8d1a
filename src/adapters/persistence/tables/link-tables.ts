// The tables that store the links of many-to-many relationships. Both sides read them.
import { relationshipNames, relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { LINK_COLUMNS, linkTableName } from './link-table-name.ts';

/** A link table, seen from one side. */
export interface LinkTable {
  readonly name: string;
  /** The column with the identifier of the resource on this side. */
  readonly own: string;
  /** The column with the identifier of the related resource. */
  readonly other: string;
}

/** The many-to-many relationships of a type, from either side, with their tables. */
export function linkTablesOf(type: ResourceType): Readonly<Record<string, LinkTable>> {
  return Object.fromEntries(
    relationshipNames(type, 'many').flatMap((relationship): readonly (readonly [string, LinkTable])[] => {
      const { to, inverse, end } = relationshipOf(type, relationship);
      if (end === undefined) return [];
      const { from, to: target } = LINK_COLUMNS;
      return end === 'from'
        ? [[relationship, { name: linkTableName(type, relationship), own: from, other: target }]]
        : [[relationship, { name: linkTableName(to, inverse), own: target, other: from }]];
    }),
  );
}

/** A many-to-many relationship, from the declaring side. */
interface DeclaredLinks {
  readonly type: ResourceType;
  readonly relationship: string;
  readonly table: string;
}

export const declaredLinks: readonly DeclaredLinks[] = resourceTypes.flatMap((type) =>
  relationshipNames(type, 'many')
    .filter((relationship) => relationshipOf(type, relationship).end === 'from')
    .map((relationship) => ({ type, relationship, table: linkTableName(type, relationship) })),
);
