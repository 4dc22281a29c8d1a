// Valid documents for each kind of route, and mutations of them.
import fc from 'fast-check';
import {
  validDates,
  validTexts,
  hostileDates,
  hostileIds,
  hostileNames,
  hostileTexts,
  likelyIds,
} from './hostile-text.ts';
import { jsonMutations, hostileJson, type Json } from './hostile-json.ts';
import type { Route } from './targets.ts';

const personAttributes = fc.record(
  {
    name: validTexts,
    email: fc.constantFrom<Json>('ada@example.org', null),
    birth_date: fc.oneof(validDates, fc.constant(null)),
  },
  { requiredKeys: ['name'] },
);

const computerAttributes = fc.record({ serial: validTexts });

const computerIdentifiers = likelyIds.map((id) => ({ type: 'computer', id }));
const personIdentifiers = likelyIds.map((id) => ({ type: 'person', id }));
const manyComputers = fc.array(computerIdentifiers, { maxLength: 4 });
const onePerson: fc.Arbitrary<Json> = fc.option(personIdentifiers, { nil: null });

const relationshipsOf = {
  person: fc.record({ computers: manyComputers.map((data) => ({ data })) }, { requiredKeys: [] }),
  computer: fc.record({ owner: onePerson.map((data) => ({ data })) }, { requiredKeys: [] }),
};

const attributesOf = { person: personAttributes, computer: computerAttributes };

/** Valid documents for a route, as functions of the identifier in the path. */
export function validDocumentsFor({ kind, type }: Route): fc.Arbitrary<(id: string) => Json> {
  switch (kind) {
    case 'root':
      return fc.constant(() => ({ data: null }));
    case 'list':
      return resources(type).map((resource) => () => ({ data: resource }));
    case 'resource':
      return resources(type).map((resource) => (id) => ({ data: { ...resource, id } }));
    case 'owner':
      return fc.tuple(resources(type), likelyIds).map(([resource, id]) => () => ({ data: { ...resource, id } }));
    case 'to-many':
      return manyComputers.map((data) => () => ({ data }));
    case 'to-one':
      return fc
        .oneof(
          onePerson,
          onePerson.map((one) => [one]),
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
  if (kind === 'to-many') return fc.array(oddIdentifiers('computer'), { maxLength: 3 }).map((data) => () => ({ data }));
  if (kind === 'to-one') return oddIdentifiers('person').map((data) => () => ({ data }));
  const linked = oddIdentifiers(type === 'person' ? 'computer' : 'person');
  const relationships = linked.map((data): Json =>
    type === 'person' ? { computers: { data: [data] } } : { owner: { data } },
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

/** Documents that exceed a limit: identifiers, bytes, length of a value. */
export const oversizedDocuments: fc.Arbitrary<() => Json> = fc.constantFrom<() => Json>(
  () => ({ data: Array.from({ length: 10_000 }, (_, index) => ({ type: 'computer', id: String(index + 100) })) }),
  () => ({ data: Array.from({ length: 10_001 }, () => ({ type: 'computer', id: '1' })) }),
  () => ({ data: Array.from({ length: 2000 }, () => ({ type: 'person', id: '9'.repeat(30) })) }),
  () => ({
    data: {
      type: 'person',
      attributes: Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`a${index}`, index])),
    },
  }),
  () => ({ data: { type: 'computer', attributes: { serial: 'x'.repeat(900_000) } } }),
  () => ({ data: { type: 'person', attributes: { name: 'x'.repeat(1_100_000) } } }),
  () => ({
    data: { type: 'person', id: '1', attributes: { name: '\ud800'.repeat(9000), birth_date: '9'.repeat(90_000) } },
  }),
);

const oddText: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: hostileTexts },
  { weight: 1, arbitrary: hostileJson },
);
const oddDate: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: hostileDates },
  { weight: 1, arbitrary: hostileJson },
);
const unknownMember = fc.option(fc.tuple(hostileNames, hostileJson), { nil: undefined, freq: 5 });

const oddAttributes: Readonly<Record<Route['type'], fc.Arbitrary<Json>>> = {
  person: fc
    .tuple(oddText, fc.option(oddText, { nil: null }), fc.option(oddDate, { nil: null }), unknownMember)
    .map(([name, email, date, other]) =>
      Object.fromEntries([
        ['name', name],
        ['email', email],
        ['birth_date', date],
        ...(other === undefined ? [] : [other]),
      ]),
    ),
  computer: fc
    .tuple(oddText, unknownMember)
    .map(([serial, other]) => Object.fromEntries([['serial', serial], ...(other === undefined ? [] : [other])])),
};

function oddIdentifiers(type: string): fc.Arbitrary<Json> {
  return fc.oneof(likelyIds, hostileIds).map((id) => ({ type, id }));
}

function resources(type: Route['type']): fc.Arbitrary<Record<string, Json>> {
  const attributes: fc.Arbitrary<Record<string, Json>> = attributesOf[type];
  const relationships: fc.Arbitrary<Record<string, Json>> = relationshipsOf[type];
  return fc
    .tuple(attributes, fc.option(relationships, { nil: undefined }))
    .map(([own, linked]) => ({ type, attributes: own, ...(linked === undefined ? {} : { relationships: linked }) }));
}
