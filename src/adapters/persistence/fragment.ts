import { sql, type RawBuilder } from 'kysely';
import type { Statement } from './connection/send.ts';

/** A part of a statement. */
export type Sql = RawBuilder<unknown>;

/** The place of a value among those of a question. */
export type Slot = number;

/** Stands for a value in a compiled statement, until the statement is sent. */
class Placeholder {
  readonly slot: Slot;

  constructor(slot: Slot) {
    this.slot = slot;
  }
}

export function placeholder(slot: Slot): RawBuilder<string> {
  return sql`${new Placeholder(slot)}`;
}

export function list(parts: readonly Sql[]): Sql {
  return sql.join(parts);
}

/** A whole number in the text itself: the planner has to know how many rows are wanted. */
export function literal(number: number | bigint): Sql {
  return sql.lit(number);
}

/** The compiled statement with a value in each place. */
export function fill({ sql: text, parameters }: Statement, values: readonly unknown[]): Statement {
  return { sql: text, parameters: parameters.map((each) => (each instanceof Placeholder ? values[each.slot] : each)) };
}
