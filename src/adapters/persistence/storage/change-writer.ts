import type { ChangeWriter } from '#application/ports/change-feed';
import type { Send } from '../connection/driver/send-statement.ts';
import { originValues, rowsOf } from '../sql/change-rows.ts';
import type { ChangeStatements } from '../sql/change-statements.ts';
import { fill } from '../tables/sql-fragment.ts';
import type { Tables } from '../tables/tables.ts';

/** The most changes that one statement stores, so that their texts do not take much memory. */
const MOST_AT_ONCE = 1000;

/** @param send sends in a transaction */
export function sqlChangeWriter(
  send: Send,
  tables: Tables,
  { write, writeOne, open, part }: ChangeStatements,
): ChangeWriter {
  return {
    write: async (changes, origin) => {
      const values = [randomMark(), ...originValues(origin)];
      if (changes.length === 1) {
        await send(fill(writeOne, [...values, ...rowsOf(changes, 0, tables).map(([only]) => only)]));
        return;
      }
      if (changes.length <= MOST_AT_ONCE) {
        await send(fill(write, [...values, ...rowsOf(changes, 0, tables)]));
        return;
      }
      const [[number] = []] = await send(open);
      if (typeof number !== 'string') return;
      for (let first = 0; first < changes.length; first += MOST_AT_ONCE) {
        const lists = rowsOf(changes.slice(first, first + MOST_AT_ONCE), first, tables);
        // Await each statement, so that their texts do not add up in memory.
        await send({ ...fill(part, [...values, ...lists, number]), kind: undefined });
      }
    },
  };
}

/** 64 random bits as a signed integer. Drawing the bits of many marks at once is cheaper. */
export function randomMark(): string {
  if (next === marks.length) {
    crypto.getRandomValues(marks);
    next = 0;
  }
  next += 1;
  return String(marks[next - 1]);
}

const marks = new BigInt64Array(256);
let next = marks.length;
