// Walks by cursor pages.
import type { CursorPage, FindResult, ListPosition, Query } from '#application/model/query';
import type { ResourceReader } from '#application/ports/resource-reader';

/** The pages of a walk. */
export type Direction = Pick<CursorPage, 'size' | 'direction'>;

/** The pages of a walk from its end of the list, in list order. */
export async function walk(reader: ResourceReader, query: Query, direction: Direction): Promise<readonly FindResult[]> {
  const pages: FindResult[] = [];
  for await (const page of steps(reader, query, direction)) pages.push(page);
  return direction.direction === 'after' ? pages : pages.toReversed();
}

/** The same, page by page. */
export async function* steps(
  reader: ResourceReader,
  query: Query,
  { size, direction }: Direction,
): AsyncGenerator<FindResult> {
  let position: ListPosition | undefined;
  for (;;) {
    const found = await reader.find({ ...query, page: { kind: 'cursor', size, direction, position } });
    yield found;
    if (found.pageInfo?.hasMore !== true) return;
    position = found.pageInfo.positions.at(direction === 'after' ? -1 : 0);
  }
}
