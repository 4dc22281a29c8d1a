// Local identifiers in a list of operations (JSON:API, Atomic Operations). No schema can say that a `lid` is defined once, and before it is
// used, so a list that was made from schemas is mended: a `lid` that stands for nothing becomes an `id`.
import { isObject, type Json, type JsonObject } from './described-api.ts';

const LIST = 'atomic:operations';

/** The same body with local identifiers that stand for something; other bodies stay as they are. */
export function withDefinedLids(body: Json): Json {
  const list = isObject(body) ? body[LIST] : undefined;
  if (!isObject(body) || !Array.isArray(list)) return body;
  const defined = new Set<string>();
  return { ...body, [LIST]: (list as readonly Json[]).map((operation) => mended(operation, defined)) };
}

function mended(operation: Json, defined: Set<string>): Json {
  if (!isObject(operation)) return operation;
  const { op, ref, data } = operation;
  const adds = op === 'add' && ref === undefined && data !== undefined && isObject(data) && !('id' in data);
  if (!adds) return resolvedIn(operation, defined);
  const { lid, ...rest } = data;
  const added = resolvedIn(rest, defined) as JsonObject;
  const key = keyOf(data);
  const isFresh = lid !== undefined && !defined.has(key);
  if (isFresh) defined.add(key);
  return { ...operation, data: isFresh ? { ...added, lid } : added };
}

function resolvedIn(value: Json, defined: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => resolvedIn(each, defined));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, resolvedIn(member, defined)] as const);
  const copy: JsonObject = Object.fromEntries(members);
  if (!('lid' in copy) || defined.has(keyOf(copy))) return copy;
  return Object.fromEntries(
    Object.entries(copy).map(([name, member]) => (name === 'lid' ? ['id', '1'] : [name, member])),
  );
}

function keyOf({ type, lid }: JsonObject): string {
  return JSON.stringify([type, lid]);
}
