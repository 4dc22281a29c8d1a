import { schema, type Relationship, type ResourceType } from '../../application/model/schema.ts';
import { textOf, type Row } from './row.ts';

/** A to-one relationship as rows store it: the identifier in a property named after it, `ownerId`. The inverse is an index. */
export interface Link {
  readonly from: ResourceType;
  readonly relationship: string;
  readonly to: ResourceType;
  readonly property: string;
}

export function toOne(from: ResourceType, relationship: string, to: ResourceType): Link {
  return { from, relationship, to, property: `${relationship}Id` };
}

/** The links that lead to rows of a type. */
export function linksTo(type: ResourceType): readonly Link[] {
  return relationshipsOf(type, 'many').map(([, { to, inverse }]) => toOne(to, inverse, type));
}

/** A link that changes; `null` is nowhere. */
export interface Move {
  readonly link: Link;
  readonly from: string | null;
  readonly to: string | null;
}

/** The links that change with a row; undefined before it is added, or after it is removed. */
export function movesOf(type: ResourceType, before: Row | undefined, after: Row | undefined): readonly Move[] {
  return linksFrom(type)
    .map((link) => ({ link, from: targetOf(before, link), to: targetOf(after, link) }))
    .filter(({ from, to }) => from !== to);
}

function targetOf(row: Row | undefined, { property }: Link): string | null {
  return row === undefined ? null : textOf(row, property);
}

function linksFrom(type: ResourceType): readonly Link[] {
  return relationshipsOf(type, 'one').map(([name, { to }]) => toOne(type, name, to));
}

function relationshipsOf(type: ResourceType, cardinality: Relationship['cardinality']): [string, Relationship][] {
  return Object.entries(schema[type].relationships).filter(
    ([, relationship]) => relationship.cardinality === cardinality,
  );
}
