// The charted fields of a resource: its first date, and whether it has related resources.
import type { Attribute, Relationship, Resource } from './api.ts';
import { attributesOf, relationshipsOf } from './fields.ts';

export type Charted = ChartedDate | ChartedLinks;

export interface ChartedDate {
  readonly kind: 'date';
  readonly field: Attribute;
}

export interface ChartedLinks {
  readonly kind: 'links';
  readonly field: Relationship;
}

/** More would leave the date too few of the requests that a drawing may take. */
const mostLinks = 3;

/** Empty for a resource without charts. */
export function chartedOf(resource: Resource): readonly Charted[] {
  const date = attributesOf(resource).find(isCountable);
  const links = relationshipsOf(resource).filter(({ cardinality, operators }) => {
    return cardinality === 'many' && has(operators, ['eq', 'ne']);
  });
  return [
    ...(date === undefined ? [] : [{ kind: 'date' as const, field: date }]),
    ...links.slice(0, mostLinks).map((field) => ({ kind: 'links' as const, field })),
  ];
}

function isCountable({ format, readable, sortable, operators }: Attribute): boolean {
  const isTime = format === 'date' || format === 'timestamp';
  return isTime && readable && sortable && has(operators, ['between', 'lt', 'ge', 'eq', 'ne']);
}

function has(operators: readonly string[], needed: readonly string[]): boolean {
  return needed.every((operator) => operators.includes(operator));
}
