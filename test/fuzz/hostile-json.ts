// JSON as a client may write it. What JavaScript's values cannot say (numbers beyond its own, names given twice, deep nesting) stands in
// them as a marked text, and gets its place when the text is made.
import fc from 'fast-check';
import { hostileDates, hostileIds, hostileNames, hostileTexts } from './hostile-text.ts';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const NESTED_SHALLOW = 40;
const NESTED_DEEP = 200_000;

const fragments: readonly string[] = [
  '1e999',
  '-1e-999',
  '-0',
  '123456789012345678901234567890',
  '1.0',
  '1E2',
  '{"id":"1","id":"2"}',
  '{"__proto__":{"type":"person"},"type":"computer","type":"person","id":"1"}',
  '['.repeat(NESTED_SHALLOW) + ']'.repeat(NESTED_SHALLOW),
  '{"a":'.repeat(NESTED_SHALLOW) + '1' + '}'.repeat(NESTED_SHALLOW),
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

const marked = fc.nat({ max: fragments.length - 1 }).map((index) => `${MARK}${index}`);

const plain = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<Json>(null, true, false, 0, 1, -1, 1.5, 2 ** 53, 2 ** 63, 1e308, 5e-324) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Json>([], {}, [[]], [null], [{}], { a: 1 }, ['1', '2'], { type: 'person', id: '1' }),
  },
  { weight: 3, arbitrary: hostileTexts },
  { weight: 1, arbitrary: hostileIds },
  { weight: 1, arbitrary: hostileDates },
);

/** Any value: of the wrong kind, of the right kind with an odd content, or not JSON at all. */
export const hostileJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 10, arbitrary: plain },
  { weight: 1, arbitrary: marked },
  { weight: 1, arbitrary: fc.tuple(hostileNames, plain).map(([name, value]) => Object.fromEntries([[name, value]])) },
  { weight: 1, arbitrary: fc.array(plain, { maxLength: 4 }) },
);

/** One change of a JSON value at any place in it. */
export type Change = (value: Json) => Json;

const HOW = ['replace', 'replace', 'replace', 'remove', 'rename', 'add', 'repeat', 'wrap'] as const;

/** Changes; which place they change depends on what they are applied to. */
export const changes: fc.Arbitrary<Change> = fc
  .record({ place: fc.nat({ max: 200 }), how: fc.constantFrom(...HOW), name: hostileNames, json: hostileJson })
  .map(
    ({ place, how, name, json }) =>
      (value: Json) =>
        changeAt(value, place, (found) => change(found, how, name, json)),
  );

/** The JSON text of a value, with its marked texts replaced by what they stand for. */
export function jsonText(value: Json): string {
  return JSON.stringify(value).replaceAll(MARKED, (_, index: string) => fragments[Number(index)] ?? 'null');
}

/** JSON that nests too deep for whatever walks it by recursion. */
export const deepJson = fc.constantFrom(
  '['.repeat(NESTED_DEEP),
  '['.repeat(NESTED_DEEP) + ']'.repeat(NESTED_DEEP),
  '{"data":'.repeat(100_000) + 'null' + '}'.repeat(100_000),
);

const MARK = 'FRAGMENT-';
const MARKED = new RegExp(`"${MARK}(\\d+)"`, 'g');

type How = (typeof HOW)[number];
/** What becomes of one member: none, itself or others. */
type Members = readonly (readonly [name: string, value: Json])[];

function change([name, value]: Members[number], how: How, newName: string, json: Json): Members {
  switch (how) {
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

/** Changes the member at a place, counted in document order and starting again at the end. */
function changeAt(value: Json, place: number, changeMember: (member: Members[number]) => Members): Json {
  let left = place % Math.max(1, countMembers(value));
  const visit = (member: Members[number]): Members => {
    if (left === 0) {
      left -= 1;
      return changeMember(member);
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
