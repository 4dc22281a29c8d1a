import { createHash } from 'node:crypto';
import { snakeCase } from '#domain/snake-case';

/** In bytes. PostgreSQL truncates longer names. */
const LONGEST_NAME = 63;

/**
 * The name of a unique constraint and its index. A name that would be too long is cut and gets a digest.
 * @example uniqueNameOf('loan', ['book', 'member']) // 'loan_book_member_unique'
 */
export function uniqueNameOf(type: string, members: readonly string[]): string {
  const end = '_unique';
  const name = [type, ...members.map(snakeCase)].join('_');
  if (name.length + end.length <= LONGEST_NAME) return name + end;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, LONGEST_NAME - end.length - digest.length - 1)}_${digest}${end}`;
}
