// Valid documents for each kind of route, and mutations of them.
import fc from 'fast-check';
import { relationshipsOf, writableAttributesOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { perType, type ResourceType } from '#domain/schema';
import { toOneLinks } from '../contract/rows-of-types.ts';
import { hostileJson, jsonMutations, type Json } from './hostile-json.ts';
import { hostileIds, hostileNames, likelyIds } from './hostile-text.ts';
import type { Route } from './targets.ts';
import { hostileValues, validValues } from './values.ts';

const attributesOf = perType((type) => {
  const writable = writableAttributesOf(resources[type]);
  const values = mapValues(writable, ({ declared }) => validValues(declared));
  return someOf(values, (name) => writable[name]?.declared.isRequired === true);
});

const identifiersOf = (type: ResourceType): fc.Arbitrary<Json> =>
  fc.oneof(
    { weight: 30, arbitrary: likelyIds.map((id): Json => ({ type, id })) },
    { weight: 1, arbitrary: fc.constantFrom<Json>({ type, lid: LID }, { type, id: '1', '@id': 'x' }) },
  );
/** The local identifier of a new resource. */
const LID = 'new';
const many = (type: ResourceType): fc.Arbitrary<Json[]> => fc.array(identifiersOf(type), { maxLength: 4 });
const one = (type: ResourceType): fc.Arbitrary<Json> => fc.option(identifiersOf(type), { nil: null });

const linkagesOf = perType((type) =>
  someOf(
    mapValues(relationshipsOf(resources[type]), ({ to, cardinality }) =>
      (cardinality === 'many' ? many(to) : one(to)).map((data): Json => ({ data })),
    ),
  ),
);

/** Objects with all required members and any of the others. */
function someOf(
  values: Readonly<Record<string, fc.Arbitrary<Json>>>,
  isRequired: (name: string) => boolean = () => false,
): fc.Arbitrary<Record<string, Json>> {
  const chosen = fc.subarray(Object.keys(values).filter((name) => !isRequired(name)));
  return fc
    .tuple(chosen, fc.record(values))
    .map(([names, drawn]) =>
      Object.fromEntries(Object.entries(drawn).filter(([name]) => isRequired(name) || names.includes(name))),
    );
}

/** Valid documents for a route, as functions of the identifier in the path. */
export function validDocumentsFor({ kind, type }: Route): fc.Arbitrary<(id: string) => Json> {
  switch (kind) {
    // Lists of operations are made in operation-lists.ts.
    case 'root':
    case 'changes':
    case 'operations':
      return fc.constant(() => ({ data: null }));
    case 'list':
      return resourceObjects(type).map((resource) => () => ({ data: resource }));
    case 'resource':
      return resourceObjects(type).map((resource) => (id) => ({ data: { ...resource, id } }));
    case 'related':
      return fc.tuple(resourceObjects(type), likelyIds).map(([resource, id]) => () => ({ data: { ...resource, id } }));
    case 'to-many':
      return many(type).map((data) => () => ({ data }));
    case 'to-one':
      return fc
        .oneof(
          one(type),
          one(type).map((only) => [only]),
        )
        .map((data) => () => ({ data }));
  }
}

/** Valid documents with one to three mutations. */
export function mutatedDocumentsFor(route: Route): fc.Arbitrary<(id: string) => Json> {
  return fc.tuple(validDocumentsFor(route), fc.array(jsonMutations, { minLength: 1, maxLength: 3 })).map(
    ([document, mutations]) =>
      (id) =>
        mutations.reduce<Json>((json, mutate) => mutate(json), document(id)),
  );
}

/** Documents of the right shape with hostile attributes and identifiers. */
export function oddValuesFor({ kind, type }: Route): fc.Arbitrary<(id: string) => Json> {
  if (kind === 'to-many') return fc.array(oddIdentifiers(type), { maxLength: 3 }).map((data) => () => ({ data }));
  if (kind === 'to-one') return oddIdentifiers(type).map((data) => () => ({ data }));
  const relationships = fc.record(
    mapValues(relationshipsOf(resources[type]), ({ to, cardinality }) =>
      oddIdentifiers(to).map((data) => ({ data: cardinality === 'many' ? [data] : data })),
    ),
  );
  return fc
    .tuple(
      oddAttributes[type],
      fc.option(relationships, { nil: undefined, freq: 2 }),
      fc.nat({ max: 9 }).map((at) => at === 9),
    )
    .map(([attributes, links, hasId]) => (id) => {
      // A creation with an id is always refused, so only one in ten has one.
      const identity = kind === 'list' && !hasId ? { type } : { type, id };
      return { data: { ...identity, attributes, ...(links === undefined ? {} : { relationships: links }) } };
    });
}

const [link] = toOneLinks;
const [pointed, pointing] = [link?.to ?? '', link?.type ?? ''];

/** Documents that exceed a limit: identifiers, bytes, length of a value. */
export const oversizedDocuments: fc.Arbitrary<() => Json> = fc.constantFrom<() => Json>(
  () => ({ data: Array.from({ length: 10_000 }, (_, index) => ({ type: pointing, id: String(index + 100) })) }),
  () => ({ data: Array.from({ length: 10_001 }, () => ({ type: pointing, id: '1' })) }),
  () => ({ data: Array.from({ length: 2000 }, () => ({ type: pointed, id: '9'.repeat(30) })) }),
  () => ({
    data: {
      type: pointed,
      attributes: Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`a${index}`, index])),
    },
  }),
  ...Object.values(resources).flatMap((resource) => {
    const filled = (value: Json): Json => mapValues(writableAttributesOf(resource), () => value);
    return ['x'.repeat(900_000), 'x'.repeat(1_100_000), '\ud800'.repeat(9000), '9'.repeat(90_000), 9e300].map(
      (value) => () => ({ data: { type: resource.type, id: '1', attributes: filled(value) } }),
    );
  }),
);

const unknownMember = fc.option(fc.tuple(hostileNames, hostileJson), { nil: undefined, freq: 5 });

const oddAttributes = perType((type) => {
  const values = mapValues(writableAttributesOf(resources[type]), ({ declared }) => hostileValues(declared));
  return fc
    .tuple(fc.record(values), unknownMember)
    .map(([own, other]): Json => (other === undefined ? own : Object.fromEntries([...Object.entries(own), other])));
});

function oddIdentifiers(type: string): fc.Arbitrary<Json> {
  return fc.oneof(likelyIds, hostileIds).map((id) => ({ type, id }));
}

function resourceObjects(type: ResourceType): fc.Arbitrary<Record<string, Json>> {
  return fc
    .tuple(attributesOf[type], fc.option(linkagesOf[type], { nil: undefined }), ignoredMembers)
    .map(([attributes, linked, ignored]) => ({
      type,
      attributes,
      ...(linked === undefined ? {} : { relationships: linked }),
      ...ignored,
    }));
}

/** Members that change nothing: local identifiers, and names that begin with `@`. */
const ignoredMembers = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Record<string, Json>>({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, Json>>({ lid: LID }, { lid: 1 }, { '@type': 'x' }, { '@': [{}] }),
  },
);

function mapValues<Value, Mapped>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
