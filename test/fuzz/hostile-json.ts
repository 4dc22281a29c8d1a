// JSON as a hostile client may write it. JavaScript values cannot express all of it (numbers out of range, duplicate names, syntax
// errors): a placeholder string stands for such a fragment until the value is serialized.
import fc from 'fast-check';
import { resourceTypes } from '#domain/schema';
import { hostileForms, hostileIds, hostileNames, hostileTexts } from './hostile-text.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const [someType = '', otherType = ''] = resourceTypes;

const MODERATE_DEPTH = 40;
const EXTREME_DEPTH = 200_000;

const fragments: readonly string[] = [
  '1e999',
  '-1e-999',
  '-0',
  '123456789012345678901234567890',
  '1.0',
  '1E2',
  '{"id":"1","id":"2"}',
  `{"__proto__":{"type":"${someType}"},"type":"${otherType}","type":"${someType}","id":"1"}`,
  '['.repeat(MODERATE_DEPTH) + ']'.repeat(MODERATE_DEPTH),
  '{"a":'.repeat(MODERATE_DEPTH) + '1' + '}'.repeat(MODERATE_DEPTH),
  'nul',
  '01',
  "'single'",
  '"\\ud800"',
  '"\\uD83D\\uD83D"',
  '"\\x41"',
  '"tab\there"',
  '[1,]',
  '/**/1',
  'NaN',
];

const placeholders = fc.nat({ max: fragments.length - 1 }).map((index) => `${PLACEHOLDER_PREFIX}${index}`);

const plain = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, 0, 1, -1, 1.5, 2 ** 53, 2 ** 63, 1e308, 5e-324) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Json>([], {}, [[]], [null], [{}], { a: 1 }, ['1', '2'], { type: someType, id: '1' }),
  },
  { weight: 3, arbitrary: hostileTexts },
  { weight: 1, arbitrary: hostileIds },
  { weight: 1, arbitrary: hostileForms },
);

/** Any value: of the wrong type, of the right type with hostile content, or not JSON at all. */
export const hostileJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 10, arbitrary: plain },
  { weight: 1, arbitrary: placeholders },
  { weight: 1, arbitrary: fc.tuple(hostileNames, plain).map(([name, value]) => Object.fromEntries([[name, value]])) },
  { weight: 1, arbitrary: fc.array(plain, { maxLength: 4 }) },
);

/** Changes a JSON value in one place. */
export type JsonMutation = (value: Json) => Json;

const MUTATION_KINDS = ['replace', 'replace', 'replace', 'remove', 'rename', 'add', 'repeat', 'wrap'] as const;

/** Mutations of a random member or array item. */
export const jsonMutations: fc.Arbitrary<JsonMutation> = fc
  .record({
    place: fc.nat({ max: 200 }),
    kind: fc.constantFrom(...MUTATION_KINDS),
    name: hostileNames,
    json: hostileJson,
  })
  .map(
    ({ place, kind, name, json }) =>
      (value: Json) =>
        mutateAt(value, place, (found) => mutate(found, kind, name, json)),
  );

/** Serializes a value, replacing placeholders with their fragments. */
export function jsonText(value: Json): string {
  return JSON.stringify(value).replaceAll(PLACEHOLDER, (_, index: string) => fragments[Number(index)] ?? 'null');
}

/** JSON nested deeper than a recursive parser can handle. */
export const deepJson = fc.constantFrom(
  '['.repeat(EXTREME_DEPTH),
  '['.repeat(EXTREME_DEPTH) + ']'.repeat(EXTREME_DEPTH),
  '{"data":'.repeat(100_000) + 'null' + '}'.repeat(100_000),
);

const PLACEHOLDER_PREFIX = 'FRAGMENT-';
const PLACEHOLDER = new RegExp(`"${PLACEHOLDER_PREFIX}(\\d+)"`, 'g');

type MutationKind = (typeof MUTATION_KINDS)[number];
/** The members that replace one member; array items have an empty name. */
type Members = readonly (readonly [name: string, value: Json])[];

function mutate([name, value]: Members[number], kind: MutationKind, newName: string, json: Json): Members {
  switch (kind) {
    case 'replace':
      return [[name, json]];
    case 'remove':
      return [];
    case 'rename':
      return [[newName, value]];
    case 'add':
      return [
        [name, value],
        [newName, json],
      ];
    case 'repeat':
      return [[name, [value, value]]];
    case 'wrap':
      return [[name, Object.fromEntries([[newName, value]])]];
  }
}

/** Mutates the n-th member in document order, modulo their number. */
function mutateAt(value: Json, place: number, mutateMember: (member: Members[number]) => Members): Json {
  let left = place % Math.max(1, countMembers(value));
  const visit = (member: Members[number]): Members => {
    if (left === 0) {
      left -= 1;
      return mutateMember(member);
    }
    left -= 1;
    return [[member[0], below(member[1])]];
  };
  const below = (inner: Json): Json => {
    if (Array.isArray(inner)) return inner.flatMap((item) => visit(['', item]).map(([, kept]) => kept));
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).flatMap(visit));
  };
  return below(value);
}

function countMembers(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + 1 + countMembers(inner), 0);
}
