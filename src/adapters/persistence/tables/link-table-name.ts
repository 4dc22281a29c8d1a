import { snakeCase } from '#domain/snake-case';

/** The columns for the declaring side and the other side. */
export const LINK_COLUMNS = { from: 'from_id', to: 'to_id' } as const;

/** @example linkTableName('book', 'authors') // 'book_authors' */
export function linkTableName(type: string, relationship: string): string {
  return `${type}_${snakeCase(relationship)}`;
}
