// Headers of conditional and repeated requests, and headers that ask for profiles or JSON:API 1.1.
import fc from 'fast-check';
import { CURSORS, MODERN_TYPE } from '../support/media-types.ts';
import { INCLUDED } from './profiles.ts';
import { tagLists } from './entity-tags.ts';
import type { Header } from './input.ts';
import type { Route } from './targets.ts';

const ODD_KEYS = [
  '',
  '"',
  '""',
  '"a',
  'a b',
  '"a b"',
  'a,b',
  '"a", "b"',
  '"a";p=1;q="x"',
  '"a";',
  '("a")',
  ':YWJj:',
  '?1',
  '1.5',
  '-1',
  '*',
  "'a'",
  '"a\\"b\\\\"',
  '"a\\x"',
  '"\xe9"',
  '\xff\xfe',
  '"\t"',
  '__proto__',
  'constructor',
  'x'.repeat(255),
  'x'.repeat(256),
  `"${'x'.repeat(255)}"`,
  `"${'x'.repeat(256)}"`,
  `"${'\\"'.repeat(255)}"`,
  'x'.repeat(12_000),
  "'; drop table answer; --",
  `"'; drop table answer; --"`,
] as const;

const keys = fc.oneof(
  { weight: 12, arbitrary: fc.uuid() },
  { weight: 2, arbitrary: fc.uuid().map((uuid) => `"${uuid}"`) },
  // Taken by several requests of a run, so that most are refused.
  { weight: 2, arbitrary: fc.nat({ max: 30 }).map((number) => `taken-${number}`) },
  { weight: 2, arbitrary: fc.constantFrom(...ODD_KEYS) },
);

const keyHeaders: fc.Arbitrary<readonly Header[]> = fc.oneof(
  { weight: 9, arbitrary: keys.map((key): Header[] => [['Idempotency-Key', key]]) },
  {
    weight: 1,
    arbitrary: fc.tuple(keys, keys).map((both) => both.map((key): Header => ['idempotency-key', key])),
  },
);

function conditionHeaders(id: string): fc.Arbitrary<readonly Header[]> {
  const one = fc.tuple(fc.constantFrom('If-Match', 'If-Match', 'If-None-Match', 'if-none-match'), tagLists(id));
  return fc.array(
    one.map((header): Header => header),
    { minLength: 1, maxLength: 2 },
  );
}

/** `Accept` headers for Included Sets, alone and with Cursor Pagination. */
const SETS = [
  `application/vnd.api+json;profile="${INCLUDED}"`,
  `application/vnd.api+json; PROFILE="${CURSORS} ${INCLUDED}"`,
  `application/vnd.api+json;q=0.5, application/vnd.api+json;profile="https://example.org/x ${INCLUDED}"`,
  `application/vnd.api+json;profile="${INCLUDED.toUpperCase()}"`,
  `application/vnd.api+json;profile="${INCLUDED}", application/vnd.api+json;profile="${CURSORS}"`,
] as const;

const PROFILES = [
  `application/vnd.api+json;profile="${CURSORS}"`,
  `application/vnd.api+json;profile="${CURSORS.replace('https', 'http').slice(0, -1)}"`,
  `application/vnd.api+json; profile="https://example.org/x ${CURSORS}", application/vnd.api+json`,
  `application/vnd.api+json;q=0.5, application/vnd.api+json;profile=${CURSORS}`,
  `application/vnd.api+json;profile="${CURSORS}";q=0.1, */*`,
  `application/vnd.api+json;profile="${CURSORS}`,
  `application/vnd.api+json;profile="${CURSORS}";ext=x`,
  `application/vnd.api+json;profile="${'x '.repeat(3000)}"`,
  ...SETS,
] as const;

const profiles: fc.Arbitrary<readonly Header[]> = fc
  .constantFrom(...PROFILES)
  .map((accept): Header[] => [['Accept', accept]]);

const profilesOfSets: fc.Arbitrary<readonly Header[]> = fc
  .constantFrom(...SETS)
  .map((accept): Header[] => [['Accept', accept]]);

/** Headers that ask for JSON:API 1.1, mostly without a known profile. */
const modern: fc.Arbitrary<readonly Header[]> = fc
  .constantFrom<Header>(
    ['Accept', MODERN_TYPE],
    ['Accept', MODERN_TYPE],
    ['Accept', `${MODERN_TYPE};q=0.3, application/vnd.api+json;q=0.2`],
    ['Accept', `application/vnd.api+json, ${MODERN_TYPE}`],
    ['Accept', `application/vnd.api+json;profile="${INCLUDED} ${CURSORS}"`],
    ['Content-Type', MODERN_TYPE],
  )
  .map((header) => [header]);

const none: fc.Arbitrary<readonly Header[]> = fc.constant([]);

/** As functions of the identifier in the path. */
export function preconditionHeaders({ kind }: Route): (id: string) => fc.Arbitrary<readonly Header[]> {
  return (id) =>
    fc
      .tuple(
        fc.oneof({ weight: 6, arbitrary: none }, { weight: 1, arbitrary: conditionHeaders(id) }),
        fc.oneof({ weight: 2, arbitrary: none }, { weight: 1, arbitrary: keyHeaders }),
        fc.oneof(
          { weight: 6, arbitrary: none },
          { weight: kind === 'list' ? 1 : 0, arbitrary: profiles },
          { weight: ['root', 'list', 'operations'].includes(kind) ? 0 : 1, arbitrary: profilesOfSets },
          { weight: kind === 'operations' ? 0 : 3, arbitrary: modern },
        ),
      )
      .map((parts) => parts.flat());
}
