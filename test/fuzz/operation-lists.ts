// Lists of operations (JSON:API 1.1, Atomic Operations), made of what single requests write.
import fc from 'fast-check';
import { resourceTypes } from '#domain/schema';
import { mutatedDocumentsFor, oddValuesFor, validDocumentsFor } from './documents.ts';
import { tagLists } from './entity-tags.ts';
import { jsonMutations, type Json } from './hostile-json.ts';
import { hostileIds, likelyIds } from './hostile-text.ts';
import { routes, type Route } from './targets.ts';

type JsonObject = Record<string, Json>;
type Documents = fc.Arbitrary<(id: string) => Json>;

const OPS: Readonly<Record<string, string>> = { POST: 'add', PATCH: 'update', DELETE: 'remove' };

/** An operation that does what a request of the route does. */
function operationsOf(route: Route, documents: Documents): fc.Arbitrary<JsonObject> {
  const methods = route.methods.filter((method) => method in OPS);
  return fc
    .record({
      method: fc.constantFrom(...methods),
      id: likelyIds,
      document: documents,
      form: fc.constantFrom<TargetForm>('data', 'data', 'ref', 'href'),
      condition: fc.oneof(
        { weight: 12, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: likelyIds.chain(tagLists) },
      ),
    })
    .map(({ method, id, document, form, condition }) => ({
      op: OPS[method] ?? '',
      ...targetOf(route, id, form),
      ...(hasData(route, method) ? dataOf(document(id)) : {}),
      ...(condition === undefined ? {} : { meta: { if_match: condition } }),
    }));
}

type TargetForm = 'data' | 'ref' | 'href';

/** The target of an operation in a given form; some kinds have one form only. */
function targetOf({ kind, type, path, linkage }: Route, id: string, form: TargetForm): JsonObject {
  const href = { href: path.replace(':id', id) };
  if (form === 'href' || kind === 'related' || (kind === 'list' && path.includes(':id'))) return href;
  if (kind === 'list') return {};
  if (linkage !== undefined) return { ref: { ...linkage, id } };
  return form === 'ref' ? { ref: { type, id } } : {};
}

function hasData({ kind }: Route, method: string): boolean {
  return method !== 'DELETE' || kind === 'to-many';
}

function dataOf(document: Json): JsonObject {
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
  return isObject && 'data' in document ? { data: document['data'] ?? null } : {};
}

/** Gives the first new resource a local identifier, and lets later operations mean it by that. */
function withLocalId(operations: readonly JsonObject[], lid: string, every: number): JsonObject[] {
  const at = operations.findIndex(({ op, data }) => op === 'add' && isIdentifiable(data));
  const data = operations[at]?.['data'];
  if (!isIdentifiable(data)) return [...operations];
  let met = 0;
  const replace = (json: Json): Json => {
    if (Array.isArray(json)) return json.map(replace);
    if (typeof json !== 'object' || json === null) return json;
    const members = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, replace(value)]));
    if (members['type'] !== data['type'] || !('id' in members)) return members;
    met += 1;
    if (met % every > 0) return members;
    return Object.fromEntries(
      Object.entries(members).map(([name, value]) => (name === 'id' ? ['lid', lid] : [name, value])),
    );
  };
  return operations.map((operation, index) => {
    if (index < at) return operation;
    if (index === at) return { ...operation, data: { ...data, lid } };
    return Object.fromEntries(Object.entries(operation).map(([name, value]) => [name, replace(value)]));
  });
}

function isIdentifiable(data: Json | undefined): data is JsonObject {
  return typeof data === 'object' && data !== null && !Array.isArray(data) && typeof data['type'] === 'string';
}

function listOf(operations: Json): Json {
  return { 'atomic:operations': operations };
}

export interface ListDocuments {
  readonly valid: Documents;
  readonly mutated: Documents;
  readonly odd: Documents;
}

export function operationLists(): ListDocuments {
  const writing = routes.filter(({ kind, methods }) => kind !== 'root' && methods.some((method) => method in OPS));
  const lists = (documentsFor: (route: Route) => Documents): fc.Arbitrary<JsonObject[]> =>
    fc.array(fc.oneof(...writing.map((route) => operationsOf(route, documentsFor(route)))), {
      minLength: 1,
      maxLength: 4,
    });
  const linked = fc
    .tuple(
      lists(validDocumentsFor),
      fc.oneof({ weight: 5, arbitrary: fc.constant('new') }, { weight: 1, arbitrary: hostileIds }),
      fc.integer({ min: 1, max: 3 }),
    )
    .map(([operations, lid, every]) => withLocalId(operations, lid, every));
  const valid = fc.oneof(lists(validDocumentsFor), linked);
  return {
    valid: valid.map((operations) => () => listOf(operations)),
    mutated: fc.tuple(valid, fc.array(jsonMutations, { minLength: 1, maxLength: 3 })).map(
      ([operations, mutations]) =>
        () =>
          mutations.reduce<Json>((json, mutate) => mutate(json), listOf(operations)),
    ),
    odd: fc.oneof(
      { weight: 8, arbitrary: lists(oddValuesFor).map((operations) => () => listOf(operations)) },
      { weight: 4, arbitrary: lists(mutatedDocumentsFor).map((operations) => () => listOf(operations)) },
      { weight: 1, arbitrary: fc.constantFrom(...OVERSIZED) },
    ),
  };
}

const oversizedLinkages = routes.flatMap(({ kind, type, linkage }) =>
  kind === 'to-many' && linkage !== undefined ? [{ type, linkage }] : [],
);

/** More operations, linkages or nesting than allowed. */
const OVERSIZED: readonly (() => Json)[] = [
  ...resourceTypes.flatMap((type) => [
    () => listOf(Array.from({ length: 100 }, (_, index) => ({ op: 'remove', ref: { type, id: `${index + 900}` } }))),
    () => listOf(Array.from({ length: 101 }, () => ({ op: 'remove', ref: { type, id: '1' } }))),
    () => listOf([{ op: 'add', data: { type, lid: 'x'.repeat(100_000), attributes: {} } }]),
  ]),
  ...oversizedLinkages.map(
    ({ type, linkage }) =>
      () =>
        listOf(
          Array.from({ length: 3 }, () => ({
            op: 'add',
            ref: { ...linkage, id: '1' },
            data: Array.from({ length: 4000 }, (_, index) => ({ type, id: String(index) })),
          })),
        ),
  ),
  () => listOf([]),
  () => listOf([null]),
  ...routes.map(
    ({ path }) =>
      () =>
        listOf([{ op: 'remove', href: `${path.replace(':id', '1')}${'/x'.repeat(9000)}` }]),
  ),
];
