import { sql, type RawBuilder } from 'kysely';

/** A part of a statement. */
export type Sql = RawBuilder<unknown>;

/** Index into the values that `fill` gets. */
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
export function fill({ sql: text, parameters }: Statement, values: readonly unknown[]): Statement {
  return { sql: text, parameters: parameters.map((each) => (each instanceof Placeholder ? values[each.slot] : each)) };
}

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}
