// Local identifiers: an operation that adds a resource may give it one, by which the operations behind it refer to the resource.
import type { ErrorObject } from '../jsonapi/documents/errors.ts';
import { quote } from '../jsonapi/documents/messages.ts';
import {
  invalidDocument,
  isJsonList,
  isJsonObject,
  member,
  type Json,
  type JsonObject,
} from '../jsonapi/documents/read-json.ts';
import { linkagesIn } from '../jsonapi/documents/read-linkage.ts';

/** The identifier for a local one, by its name (`nameOf`). */
export type IdOf = (name: string) => string;

/** A resource identifier, or a resource, anywhere in an operation. */
export interface Mention {
  readonly identifier: JsonObject;
  /** Starts at the operation. */
  readonly pointer: string;
}

/** Everything that an operation identifies, valid or not. */
export function mentionsIn(operation: JsonObject): readonly Mention[] {
  const data = removesResource(operation) ? [] : linkagesIn(operation);
  const located = [{ data: member(operation, 'ref'), pointer: '/ref' }, ...data];
  return located.flatMap(({ data, pointer }) => {
    const items = isJsonList(data)
      ? data.map((item, index) => ({ item, at: `${pointer}/${index}` }))
      : [{ item: data, at: pointer }];
    return items.flatMap(({ item, at }) => (isJsonObject(item) ? [{ identifier: item, pointer: at }] : []));
  });
}

/** Whether an operation ignores `data`, as DELETE of a resource does. That of linkage has identifiers there. */
function removesResource(operation: JsonObject): boolean {
  if (member(operation, 'op') !== 'remove') return false;
  const [ref, href] = [member(operation, 'ref'), member(operation, 'href')];
  if (isJsonObject(ref)) return member(ref, 'relationship') === undefined;
  return typeof href !== 'string' || !href.includes('/relationships/');
}

/** The local identifier that an operation gives to the resource it adds. */
export function definitionIn(operation: JsonObject): Mention | undefined {
  const data = member(operation, 'data');
  const defines = member(operation, 'op') === 'add' && isJsonObject(data) && member(data, 'lid') !== undefined;
  return defines ? { identifier: data, pointer: '/data' } : undefined;
}

/**
 * Checks all local identifiers of a list of operations: each is defined once, and used behind that only.
 * @returns the problems of each operation, whose pointers start there
 */
export function lidProblems(operations: readonly Json[]): readonly (readonly ErrorObject[])[] {
  const defined = new Set<string>();
  return operations.map((operation) => {
    if (!isJsonObject(operation)) return [];
    const definition = definitionIn(operation);
    const problems = mentionsIn(operation).flatMap((mention) => {
      const isDefinition = mention.identifier === definition?.identifier;
      const reason = refusal(mention.identifier, (name) => defined.has(name) === !isDefinition, isDefinition);
      return reason === undefined ? [] : [invalidDocument(`${mention.pointer}/lid`, reason)];
    });
    if (definition !== undefined) defined.add(nameOf(definition.identifier));
    return problems;
  });
}

/** Why a `lid` cannot stand where it does; undefined if it can, or there is none. */
function refusal(identifier: JsonObject, fits: (name: string) => boolean, isDefinition: boolean): string | undefined {
  const [type, lid] = [member(identifier, 'type'), member(identifier, 'lid')];
  if (lid === undefined) return undefined;
  if (typeof lid !== 'string' || lid === '') return '"lid" must be a string that is not empty';
  if (member(identifier, 'id') !== undefined) return '"lid" must not be beside "id"; leave one of them out';
  // Without a type there is nothing to compare; that is another problem.
  if (typeof type !== 'string' || fits(nameOf(identifier))) return undefined;
  return isDefinition
    ? `an earlier operation adds a ${quote(type)} with the "lid" ${quote(lid)} already`
    : `no earlier operation adds a ${quote(type)} with the "lid" ${quote(lid)}`;
}

/** A resource with a local identifier by both type and identifier: two types may use the same one. */
export function nameOf(identifier: JsonObject): string {
  return JSON.stringify([member(identifier, 'type') ?? null, member(identifier, 'lid') ?? null]);
}

/** An operation as it would be with identifiers instead of local ones. The resource that it adds has none. */
export function withIds(operation: JsonObject, idOf: IdOf): JsonObject {
  const added = definitionIn(operation)?.identifier;
  const identify = (value: Json): Json => {
    if (!isJsonObject(value)) return value;
    const { lid, ...rest } = value;
    if (lid === undefined || !Object.hasOwn(value, 'lid')) return value;
    return value === added || member(rest, 'id') !== undefined ? rest : { ...rest, id: idOf(nameOf(value)) };
  };
  const identifyAll = (data: Json): Json => (isJsonList(data) ? data.map(identify) : identify(data));
  const [ref, data] = [member(operation, 'ref'), member(operation, 'data')];
  return {
    ...operation,
    ...(ref !== undefined && { ref: identify(ref) }),
    ...(data !== undefined && { data: withLinkedIds(identifyAll(data), identifyAll) }),
  };
}

/** Replaces the linkage of a resource. */
function withLinkedIds(data: Json, identifyAll: (linkage: Json) => Json): Json {
  const relationships = isJsonObject(data) ? member(data, 'relationships') : undefined;
  if (!isJsonObject(data) || !isJsonObject(relationships)) return data;
  const entries = Object.entries(relationships).map(([name, relationship]) => {
    const linkage = isJsonObject(relationship) ? member(relationship, 'data') : undefined;
    return [
      name,
      linkage === undefined || !isJsonObject(relationship)
        ? relationship
        : { ...relationship, data: identifyAll(linkage) },
    ];
  });
  return { ...data, relationships: Object.fromEntries(entries) as JsonObject };
}
