// Worlds with few distinct values, some of which differ only in case, so that hidden rows could show in many ways.
import fc from 'fast-check';
import { kindOf, type KindName, type Value } from '#domain/kinds';
import { lockOrder } from '#application/writing/lock-order';
import type { Attribute } from '#domain/resource';
import { perType, relationshipNames, relationshipOf, schema, type ResourceType } from '#domain/schema';
import { worlds, worldsOf, type RowOfWorld, type World } from '../agreement/world.ts';

/** Undefined for kinds whose samples are few enough. */
const few: Readonly<Record<KindName, readonly Value[] | undefined>> = {
  identifier: undefined,
  text: ['Ada', 'ada', 'ADA', 'Bob', 'bob b', 'stra\u00dfe', 'a_b', 'a%', '10', '9', '2'],
  email: ['ada@example.org', 'ADA@example.org', 'bob@example.org', 'ada'],
  date: ['1815-12-10', '1906-12-09', '2000-02-29'],
  integer: undefined,
  decimal: undefined,
  oneOf: undefined,
  boolean: undefined,
  timestamp: undefined,
};

/** Small worlds; most of them with few values. */
export const smallWorlds: fc.Arbitrary<World> = fc.oneof(
  { weight: 4, arbitrary: worldsOf((type) => rowsOf(type, { least: 4, most: 12 })) },
  { weight: 1, arbitrary: worlds(new Set()) },
);

/** Large enough for lists and the longest linkage to be streamed. Many rows refer to few. */
export const largeWorlds: fc.Arbitrary<World> = worldsOf((type) => {
  const isItem = relationshipNames(type, 'one').some((name) => isBefore(relationshipOf(type, name).to, type));
  return rowsOf(type, isItem ? { least: 1300, most: 1400 } : { least: 8, most: 20 });
  // A leap could lead beyond the last identifier.
}).map(({ rows }) => ({ rows, leaps: perType(() => undefined) }));

function isBefore(one: ResourceType, other: ResourceType): boolean {
  return lockOrder.indexOf(one) < lockOrder.indexOf(other);
}

interface Length {
  readonly least: number;
  readonly most: number;
}

function rowsOf(type: ResourceType, { least, most }: Length): fc.Arbitrary<readonly RowOfWorld[]> {
  // Mostly one of the first rows, so that these have many related ones.
  const some = [
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 4, arbitrary: fc.nat(15) },
  ];
  const target = fc.oneof(...some, { weight: 1, arbitrary: fc.constant(null) });
  const attributes = Object.entries(schema[type].attributes).map(([name, attribute]) => {
    const values = fc.constantFrom<Value | null>(...valuesOf(attribute));
    return [name, attribute.isRequired ? values : fc.option(values, { freq: 4 })] as const;
  });
  const targets = relationshipNames(type, 'one').map((name) => [name, target] as const);
  const links = relationshipNames(type, 'many')
    .filter((name) => relationshipOf(type, name).end === 'from')
    .map((name) => [name, fc.array(fc.oneof(...some), { maxLength: 5, size: 'max' })] as const);
  const row = fc.record({
    attributes: fc.record(Object.fromEntries(attributes)),
    targets: fc.record(Object.fromEntries(targets)),
    links: fc.record(Object.fromEntries(links)),
  });
  return fc.array(row, { minLength: least, maxLength: most, size: 'max' });
}

function valuesOf(attribute: Attribute): readonly Value[] {
  const { kind, maxLength = Infinity } = attribute;
  const fits = (value: Value): boolean => typeof value !== 'string' || value.length <= maxLength;
  return (few[kind] ?? kindOf(kind).samples(attribute).valid).filter(fits);
}
