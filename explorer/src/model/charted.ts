// The charted fields of a resource: its first date, its first attribute with a few choices, and whether it has related resources.
import type { Attribute, Relationship, Resource } from './api.ts';
import { attributesOf, relationshipsOf } from './fields.ts';

export type Charted = ChartedDate | ChartedValues | ChartedLinks;

export interface ChartedDate {
  readonly kind: 'date';
  readonly field: Attribute;
}

export interface ChartedValues {
  readonly kind: 'values';
  readonly field: Attribute;
}

export interface ChartedLinks {
  readonly kind: 'links';
  readonly field: Relationship;
}

/** With "unset", these make six bars. Counting them takes five of the requests allowed for all charts. */
const mostValues = 5;

/** Empty for a resource without charts. */
export function chartedOf(resource: Resource): readonly Charted[] {
  const date = attributesOf(resource).find(isCountable);
  const choice = attributesOf(resource).find(isChoice);
  const links = relationshipsOf(resource).filter(({ cardinality, operators }) => {
    return cardinality === 'many' && has(operators, ['eq', 'ne']);
  });
  // More would leave too few requests for the date chart.
  const mostLinks = choice === undefined ? 3 : 1;
  return [
    ...(date === undefined ? [] : [{ kind: 'date' as const, field: date }]),
    ...(choice === undefined ? [] : [{ kind: 'values' as const, field: choice }]),
    ...links.slice(0, mostLinks).map((field) => ({ kind: 'links' as const, field })),
  ];
}

function isCountable({ format, readable, sortable, operators }: Attribute): boolean {
  const isTime = format === 'date' || format === 'timestamp';
  return isTime && readable && sortable && has(operators, ['between', 'lt', 'ge', 'eq', 'ne']);
}

function isChoice({ values, readable, operators }: Attribute): boolean {
  return values !== undefined && values.length <= mostValues && readable && has(operators, ['eq']);
}

function has(operators: readonly string[], needed: readonly string[]): boolean {
  return needed.every((operator) => operators.includes(operator));
}
