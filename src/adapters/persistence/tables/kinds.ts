// The SQL for each kind of value: its column, its comparison and its text.
import { p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { kinds, type KindName, type Value, type ValueOf } from '#domain/kinds';
import type { Attribute } from '#domain/resource';
import type { Dialect } from './dialect.ts';
import type { Sql } from './sql-fragment.ts';

export interface SqlKind<Of extends Value = Value> {
  /** The SQL type of parameters. */
  readonly type: Sql;
  /** The property of a MikroORM entity. */
  readonly property: (attribute: Attribute) => Property;
  /** The expression by which a column is compared and sorted. */
  readonly comparable: (column: Sql) => Sql;
  /** A column as text, equal to what the domain's `Kind.write` returns. */
  readonly text: (column: Sql) => Sql;
  /** The inverse of `text`. */
  readonly read: (text: string) => Of;
  /** True if a stored value can equal this one. */
  isStorable(value: Of): boolean;
}

interface Named {
  nullable(): unknown;
  defaultRaw(sql: string): { nullable(): unknown };
}

interface Property {
  /** Sets the name of the column. */
  fieldName(column: string): Named;
}

/** `collate "C"` compares text by code point, under any collation of the database. */
const text: SqlKind<string> = {
  type: sql`text`,
  property: ({ maxLength }) => (maxLength === undefined ? p.text() : p.string().length(maxLength)),
  comparable: (column) => sql`${column} collate "C"`,
  text: (column) => column,
  read: String,
  isStorable,
};

export const sqlKinds: { readonly [Name in KindName]: SqlKind<ValueOf[Name]> } = {
  identifier: {
    type: sql`bigint`,
    property: () => p.bigint('string'),
    comparable: (column) => column,
    text: (column) => sql`${column}::text`,
    read: String,
    isStorable: (value) => value.length <= 20 && BigInt.asIntN(64, BigInt(value)) === BigInt(value),
  },
  text,
  email: text,
  date: {
    type: sql`date`,
    property: () => p.date(),
    comparable: (column) => column,
    text: (column) => sql`to_char(${column}, 'YYYY-MM-DD')`,
    read: String,
    isStorable: () => true,
  },
  integer: {
    type: sql`bigint`,
    property: () => p.bigint('number'),
    comparable: (column) => column,
    text: (column) => sql`${column}::text`,
    read: Number,
    isStorable: () => true,
  },
  decimal: {
    type: sql`numeric`,
    property: ({ precision, scale }) =>
      p
        .decimal('string')
        .precision(precision ?? 0)
        .scale(scale ?? 0),
    comparable: (column) => column,
    text: (column) => sql`${column}::text`,
    read: String,
    isStorable: () => true,
  },
  oneOf: { ...text, property: ({ values = [] }) => p.enum(values) },
  boolean: {
    type: sql`boolean`,
    property: () => p.boolean(),
    comparable: (column) => column,
    text: (column) => sql`${column}::text`,
    read: (written) => written === kinds.boolean.write(true),
    isStorable: () => true,
  },
  timestamp: {
    type: sql`timestamptz`,
    property: () => p.datetime(3),
    comparable: (column) => column,
    text: (column) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    read: String,
    isStorable: () => true,
  },
};

/** A kind by its name, for values whose kind is known only at run time. */
export function sqlKindOf(name: KindName): SqlKind {
  return sqlKinds[name];
}

/** A column as text that the driver returns unchanged. */
export function readableText(kind: KindName, column: Sql, dialect: Dialect): Sql {
  const written = sqlKinds[kind].text(column);
  return kinds[kind].isText ? dialect.readText(written) : written;
}

/** Reads the value of a column that was selected with `SqlKind.text`. */
export function readValue(kind: KindName, written: string | null | undefined): Value | null {
  return written === null || written === undefined ? null : sqlKindOf(kind).read(written);
}

// PostgreSQL text holds any well-formed Unicode except U+0000, but filters may compare with any string.

/** True if the database can hold a string, as a value or as a parameter. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * The storable string that takes the place of an unstorable one in the order by code point: a stored string is less than the
 * result exactly when it is less than `text`. It is the text up to its first unstorable code point, then the next storable one.
 */
export function unstorableBound(text: string): string {
  let bound = '';
  for (const character of text) {
    if (character === '\0') return `${bound}\u0001`;
    if (!character.isWellFormed()) return `${bound}\uE000`;
    bound += character;
  }
  return bound;
}
