import type { Row } from '../model/documents.ts';
import { resourceOf } from '../model/fields.ts';
import { membersOf, nextPath, withPage, type Held } from '../model/members.ts';
import { api } from './api.ts';
import { get } from './send.ts';

/**
 * Reads further pages until each relationship has as many members as in another row of the resource. Members on a page that cannot be
 * read remain left out.
 */
export async function readAsFar<Of extends Held>(
  of: Of,
  other: () => Row | undefined,
  signal?: AbortSignal,
): Promise<Of> {
  const resource = resourceOf(api.value, of.row.type);
  if (resource === undefined) return of;
  let held = of;
  for (const name of Object.keys(of.row.rest)) {
    for (;;) {
      const row = other();
      const missing = row === undefined ? 0 : membersOf(row, name).length - membersOf(held.row, name).length;
      const path = missing > 0 ? nextPath(api.value, resource, held.row, name, missing) : undefined;
      const answer = path === undefined ? undefined : await get(path, { quiet: true, ...(signal && { signal }) });
      if (answer?.kind !== 'done') break;
      held = withPage(held, name, answer.document);
    }
  }
  return held;
}
