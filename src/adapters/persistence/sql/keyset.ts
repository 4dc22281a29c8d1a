// Keyset pagination: conditions for the rows past a position. SQL's row comparison cannot express them, because keys have
// different directions and can be NULL.
import { sql } from 'kysely';
import type { CursorPage, ListPosition, SortKey } from '#application/model/query';
import { kinds, type KindName, type Value } from '#domain/kinds';
import { attributeKind, endOf, type ResourceType } from '#domain/schema';
import { sqlKindOf, sqlKinds, unstorableBound } from '../tables/kinds.ts';
import { commaSeparated, placeholder, type Slot, type Sql } from '../tables/sql-fragment.ts';
import type { Bind } from './filter-condition.ts';
import { directed, type Order, type OrderKey } from './order.ts';
import type { TableAlias } from './table-alias.ts';

/** A key of the order; `descending` is the direction of reading. */
export type ReadKey = Pick<OrderKey, 'expression' | 'kind' | 'descending' | 'isNullable' | 'index'>;

/** A cursor page with slots in place of the values of its position. */
export interface CursorPageShape extends Pick<CursorPage, 'kind' | 'size' | 'direction'> {
  readonly placement: Placement | undefined;
}

/** Sort keys and, last, the identifier. */
export type ReadKeys = readonly [ReadKey, ...ReadKey[]];

/** A contiguous range of rows; without a condition, all rows. */
export interface Range {
  readonly condition: Sql | undefined;
  readonly order: Sql;
}

/**
 * The rows past a position, or all rows, as ranges in reading order. An index on the first key can find the start of
 * each range, which is not possible for a single condition with `or`.
 */
export function rangesBehind(keys: ReadKeys, placement: Placement | undefined): readonly Range[] {
  const [first] = keys;
  const order = orderBy(keys);
  if (first.index === undefined) return [{ condition: placement && behind(keys, placement), order }];
  const unset = { condition: sql`${first.expression} is null`, order: orderOfUnset(keys) };
  if (placement === undefined) {
    if (!first.isNullable) return [{ condition: undefined, order }];
    const set = { condition: sql`${first.expression} is not null`, order };
    return first.descending ? [unset, set] : [set, unset];
  }
  const [place] = placement;
  const { tied, beyond, hasUnset } = behindFirst(keys, placement);
  const ranges = [
    ...(tied === undefined ? [] : [{ condition: tied, order: place?.kind === 'unset' ? unset.order : order }]),
    ...(beyond === undefined ? [] : [{ condition: beyond, order }]),
    ...(hasUnset ? [unset] : []),
  ];
  return ranges.length === 0 ? [{ condition: NOTHING, order }] : ranges;
}

/** The rows past a position, as one condition. */
function behind(keys: readonly ReadKey[], placement: Placement): Sql {
  const [first, ...rest] = keys;
  if (first === undefined) return NOTHING;
  const { tied, beyond, hasUnset } = behindFirst([first, ...rest], placement);
  const unset = hasUnset ? sql`${first.expression} is null` : undefined;
  const parts = [tied, beyond, unset].filter((part) => part !== undefined);
  return parts.length === 0 ? NOTHING : sql`(${sql.join(parts, sql` or `)})`;
}

/** Matches no row. */
const NOTHING = sql`false`;

/** The rows past a position: those with the same first key, those past that key, and those where it is NULL if they follow. */
interface Behind {
  readonly tied: Sql | undefined;
  readonly beyond: Sql | undefined;
  readonly hasUnset: boolean;
}

function behindFirst([first, ...rest]: ReadKeys, [place, ...places]: Placement): Behind {
  if (place === undefined) throw new Error('the position lacks the value of a key');
  const tie = rest.length === 0 ? undefined : tieAt(first, place);
  return {
    tied: tie && sql`(${tie} and ${behind(rest, places)})`,
    beyond: beyondPlace(first, place),
    // PostgreSQL sorts NULL above every value.
    hasUnset: first.isNullable && !first.descending && place.kind !== 'unset',
  };
}

function tieAt({ expression, kind }: ReadKey, place: Place): Sql | undefined {
  switch (place.kind) {
    case 'unset':
      return sql`${expression} is null`;
    case 'at':
      return sql`${expression} = ${placeholder(place.value)}::${sqlKinds[kind].type}`;
    case 'before':
    case 'belowAll':
    case 'aboveAll':
      return undefined;
  }
}

/** Never matches NULL. */
function beyondPlace({ expression, kind, descending }: ReadKey, place: Place): Sql | undefined {
  switch (place.kind) {
    case 'unset':
    case 'aboveAll':
      return descending ? sql`${expression} is not null` : undefined;
    case 'belowAll':
      return descending ? undefined : sql`${expression} is not null`;
    case 'at':
    case 'before': {
      const operator = descending ? sql`<` : place.kind === 'at' ? sql`>` : sql`>=`;
      return sql`${expression} ${operator} ${placeholder(place.value)}::${sqlKinds[kind].type}`;
    }
  }
}

/** The keys in the direction of reading, as expressions on the table or as columns of an alias. */
export function readingOf(
  from: TableAlias | string,
  { keys }: Pick<Order, 'keys'>,
  { direction }: Pick<CursorPageShape, 'direction'>,
): ReadKeys {
  const isBackwards = direction === 'before';
  const read = keys.map((key) => ({
    ...key,
    expression: typeof from === 'string' ? sql.id(from, key.name) : key.expression,
    descending: key.descending !== isBackwards,
  }));
  const id = {
    expression: typeof from === 'string' ? sql.id(from, 'id') : from.attribute('id'),
    kind: 'identifier',
    descending: isBackwards,
    isNullable: false,
    index: 'ascending',
  } as const;
  const [first = id, ...rest] = read;
  return read.length === 0 ? [id] : [first, ...rest, id];
}

export function orderBy(keys: readonly ReadKey[]): Sql {
  return commaSeparated(keys.map(({ expression, descending }) => directed(expression, descending)));
}

/** The order of rows whose first key is NULL. The direction of that key does not matter, so this uses the one that the index supports. */
function orderOfUnset([first, ...rest]: ReadKeys): Sql {
  const isBackwards = rest.at(-1)?.descending === true;
  return orderBy([{ ...first, descending: (first.index === 'descending') !== isBackwards }, ...rest]);
}

// A list position with slots for its values, so that all pages of a list share a few statements. Everything that depends
// on the values is decided here, such as whether a value can be stored at all.

/** The place of each sort key, then that of the identifier. */
export type Placement = readonly Place[];

/** The place of a value among those of a column. */
type Place =
  | { readonly kind: 'unset' }
  | { readonly kind: 'at'; readonly value: Slot }
  /** Just before a value, and equal to no stored value. */
  | { readonly kind: 'before'; readonly value: Slot }
  /** Beyond all values that the column can have. */
  | { readonly kind: 'belowAll' | 'aboveAll' };

export function pageShapeOf(
  { kind, size, direction, position }: CursorPage,
  sort: readonly SortKey[],
  type: ResourceType,
  bind: Bind,
): CursorPageShape {
  return { kind, size, direction, placement: position && placementOf(position, sort, type, bind) };
}

function placementOf({ keys, id }: ListPosition, sort: readonly SortKey[], type: ResourceType, bind: Bind): Placement {
  const places = sort.map((key, index) => placeOf(keys[index] ?? null, kindOf(key, type), bind));
  return [...places, placeOf(id, 'identifier', bind)];
}

function kindOf({ path, attribute }: SortKey, type: ResourceType): KindName {
  return attributeKind(endOf(path, type), attribute);
}

function placeOf(value: Value | null, kind: KindName, bind: Bind): Place {
  if (value === null) return { kind: 'unset' };
  if (sqlKindOf(kind).isStorable(value)) return { kind: 'at', value: bind(value) };
  const text = String(value);
  if (!kinds[kind].isText) return { kind: text.startsWith('-') ? 'belowAll' : 'aboveAll' };
  return { kind: 'before', value: bind(unstorableBound(text)) };
}
