import { sql, type RawBuilder } from 'kysely';

/** A part of a statement. */
export type Sql = RawBuilder<unknown>;

/** The index of a value in the list passed to `fill`. */
export type Slot = number;

/** Holds the place of a value in a compiled statement until it is sent. */
class Placeholder {
  readonly slot: Slot;

  constructor(slot: Slot) {
    this.slot = slot;
  }
}

export function placeholder(slot: Slot): RawBuilder<string> {
  return sql`${new Placeholder(slot)}`;
}

export function commaSeparated(parts: readonly Sql[]): Sql {
  return sql.join(parts);
}

/** The compiled statement with its placeholders replaced by values. */
export function fill({ sql: text, parameters, kind, isQuick }: Statement, values: readonly unknown[]): Statement {
  const filled = parameters.map((each) => (each instanceof Placeholder ? values[each.slot] : each));
  return { sql: text, parameters: filled, kind, isQuick };
}

/**
 * A statement that changes nothing, though it may lock.
 * @param isQuick true if it cannot take long with any data; matters only outside transactions
 * @throws Error if it may change something
 */
export function asRead({ sql: text, parameters }: Statement, isQuick = false): Statement {
  if (!READ.test(text)) throw new Error(`this statement may change something: ${text}`);
  return { sql: text, parameters, kind: 'read', isQuick };
}

/**
 * A statement that changes rows, and returns none.
 * @throws Error if it returns rows
 */
export function asStore({ sql: text, parameters }: Statement): Statement {
  if (!STORE.test(text)) throw new Error(`this statement may return rows: ${text}`);
  return { sql: text, parameters, kind: 'store' };
}

const READ = /^\s*(?:select|with (?!.*\b(?:insert into|update|delete from)\b.*\breturning\b))/is;
const STORE = /^\s*(?:with\b.*\)\s*insert into|insert|update|delete)\b(?!.*\breturning\b)/is;

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** See `asRead` and `asStore`; undefined: neither. */
  readonly kind?: 'read' | 'store' | undefined;
  readonly isQuick?: boolean | undefined;
}
