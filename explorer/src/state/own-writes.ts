// The user's own writes, so that the page does not mistake their changes in the feed for those of somebody else.
import { keyOf, parseRows } from '../model/documents.ts';
import { isArray, isObject, member, text, type Json } from '../model/json.ts';
import { keyOfTold, type Told } from '../model/told.ts';
import { api } from './api.ts';
import { isFollowing } from './feed-stream.ts';
import type { Answer } from './send.ts';

interface OwnWrite {
  /** The resources that it may change: `TYPE/ID`, or `TYPE/` for a new one. */
  readonly keys: Set<string>;
  /** The `at` of its changes, once they have arrived. */
  at: string | undefined;
  /** The time by which its changes must have arrived, as `performance.now()`. */
  until: number;
  isDone: boolean;
}

/** The feed delivers a write within a quarter of a second. A `refetch` may take a second longer. */
const toldWithin = 1500;
const mostKept = 100;

const writes = new Set<OwnWrite>();

/**
 * Sends a write and records it as the user's own.
 * @param sent the resource objects, identifiers or operations of the write
 */
export async function asOwn(path: string, sent: Json | undefined, send: () => Promise<Answer>): Promise<Answer> {
  if (!isFollowing.value) return send();
  const keys = new Set([...identifiersIn(sent), ...subjectOf(path)]);
  const write: OwnWrite = { keys, at: undefined, until: Infinity, isDone: false };
  writes.add(write);
  for (const oldest of [...writes].slice(0, -mostKept)) writes.delete(oldest);
  const answer = await send();
  if (answer.kind === 'refused' && answer.isFinal) writes.delete(write);
  if (answer.kind === 'done') {
    write.isDone = true;
    const results = member(answer.document, 'atomic:results');
    for (const key of [...parseRows(answer.document).rows.map(keyOf), ...identifiersIn(results)]) keys.add(key);
  }
  write.until = performance.now() + toldWithin;
  return answer;
}

function subjectOf(path: string): readonly string[] {
  return api.peek().resources.flatMap(({ type, path: list }) => {
    if (path !== list && !path.startsWith(`${list}/`)) return [];
    const [id = ''] = path.slice(list.length + 1).split('/');
    return [`${type}/${decodeURIComponent(id)}`];
  });
}

function identifiersIn(json: Json | undefined): readonly string[] {
  if (isArray(json)) return json.flatMap(identifiersIn);
  if (!isObject(json)) return [];
  const [type, id] = [text(member(json, 'type')), text(member(json, 'id'))];
  const own = type === undefined || id === undefined ? [] : [keyOf({ type, id })];
  return [...own, ...Object.values(json).flatMap(identifiersIn)];
}

/** True while changes of the user's own writes have yet to arrive. */
export function isOwnAwaited(): boolean {
  const now = performance.now();
  return [...writes].some(({ at, until }) => at === undefined && now <= until);
}

/** Restarts the time limit of own writes, because nothing could arrive while the stream was down. */
export function awaitOwnAgain(): void {
  for (const write of writes) if (write.until !== Infinity) write.until = performance.now() + toldWithin;
}

interface Sorted<One> {
  readonly others: readonly One[];
  /** True if some own changes are not shown on the page yet. */
  readonly isOwnUnshown: boolean;
}

/** Leaves out all changes of the transactions of the user's own writes. */
export function withoutOwn<One extends Told>(told: readonly One[]): Sorted<One> {
  const now = performance.now();
  for (const write of writes) if (write.until < now - toldWithin) writes.delete(write);
  let isOwnUnshown = false;
  const others = [...Map.groupBy(told, ({ at }) => at)].flatMap(([at, changes]) => {
    const own = [...writes].find((write) => (write.at === undefined ? hasChanged(write, changes) : write.at === at));
    if (own === undefined) return changes;
    own.at = at;
    isOwnUnshown ||= !own.isDone || changes.some(({ action }) => action === 'refetch');
    return [];
  });
  return { others, isOwnUnshown };
}

function hasChanged({ keys }: OwnWrite, changes: readonly Told[]): boolean {
  return changes.some((told) => {
    if (told.action !== 'refetch') return keys.has(keyOfTold(told));
    return [...keys].some((key) => key.startsWith(`${told.type}/`));
  });
}
