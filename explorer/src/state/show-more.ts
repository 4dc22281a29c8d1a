import type { Resource } from '../model/api.ts';
import type { Row } from '../model/documents.ts';
import { membersOf, nextPath, withPage } from '../model/members.ts';
import { api } from './api.ts';
import { detail } from './detail.ts';
import { get, type Failure } from './send.ts';
import { addToShown } from './versions.ts';

/**
 * Reads the next members of a relationship and shows them after the others in the panel.
 * @returns the failure if they could not be read
 */
export async function showMore(resource: Resource, row: Row, name: string): Promise<Failure | undefined> {
  const path = nextPath(api.value, resource, row, name);
  if (path === undefined) return undefined;
  const answer = await get(path);
  if (answer.kind !== 'done') return answer.kind === 'overtaken' ? undefined : answer;
  const { rows } = detail.value;
  const [now] = rows?.rows ?? [];
  // By now the panel may show another resource or other members. The page continues from the member that was last when it was requested.
  const follows = now?.type === row.type && now.id === row.id && lastOf(now, name) === lastOf(row, name);
  if (rows === undefined || !follows) return undefined;
  const held = withPage({ row: now, included: rows.included }, name, answer.document);
  const more = { ...rows, rows: [held.row], included: held.included };
  addToShown(rows, more, (version) => withPage(version, name, answer.document));
  detail.value = { ...detail.value, rows: more };
  return undefined;
}

function lastOf(row: Row, name: string): string | undefined {
  return membersOf(row, name).at(-1)?.id;
}
