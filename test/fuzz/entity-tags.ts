// Entity tags as clients have them. They begin with a mark that each database draws anew, so inputs have a placeholder of the same length.
import fc from 'fast-check';
import { anyResource, resources } from '#test/support/model';
import { entityTag } from '#adapters/http/answer/entity-tags';
import { likelyIds } from './hostile-text.ts';

const { type: someType } = anyResource;

/** As long as a mark: bodies keep their length. */
const PLACEHOLDER = 'MARK-OF-THE-EPOCH-HERE';

/**
 * The mark in a tag of the service.
 * @throws Error if it is not as long as the placeholder
 */
export function markIn(tag: string): string {
  const mark = /^"([\w-]+)\./.exec(tag)?.[1] ?? '';
  if (mark.length !== PLACEHOLDER.length) throw new Error(`${tag} does not begin with a mark`);
  return mark;
}

/** Replaces the placeholder wherever it occurs in the bytes of a request. */
export function withMark(bytes: Buffer, mark: string): Buffer {
  return bytes.includes(PLACEHOLDER)
    ? Buffer.from(bytes.toString('latin1').replaceAll(PLACEHOLDER, mark), 'latin1')
    : bytes;
}

/** The suffix of the tag of a view with bounds. */
export const PART = endOfPart();

function endOfPart(): string {
  const represented = { resource: { type: someType, id: '1', version: 1 }, variant: 'view', needsDigest: false };
  const [whole, part] = [false, true].map((isPart) => entityTag({ ...represented, isPart }, { shown: '' }, () => ''));
  return part?.slice((whole?.length ?? 0) - 1, -1) ?? '';
}

const versions = fc.integer({ min: 1, max: 4 });

/** A tag as the service may have sent it, for the resource with an identifier or for another one. */
function likelyTags(id: string): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.constantFrom(...Object.keys(resources)),
      fc.oneof({ weight: 5, arbitrary: fc.constant(id) }, { weight: 1, arbitrary: likelyIds }),
      versions,
      fc.constantFrom('view', 'view', '', 'a-b', 'a.b', `view${PART}`),
    )
    .map(([type, named, version, view]) => `"${PLACEHOLDER}.${type}.${named}.${version}.${view}"`);
}

const ODD_TAGS = [
  '',
  ' ',
  '"',
  '""',
  '"""',
  '"a',
  'a"',
  'a',
  "'a'",
  'W/"a"',
  'w/"a"',
  'W/"',
  'W/a',
  'W/ "a"',
  'W/*',
  '"*"',
  '**',
  '*, *',
  '*, "a"',
  '"a", *',
  '"a" "b"',
  '"a";"b"',
  '"a,b"',
  '"a\\"b"',
  '"a b"',
  '"\xe9\xff"',
  '\xff\xfe',
  '"\t"',
  ',',
  ', ,, "a",,',
  '"..."',
  '"__proto__"',
  `"${PLACEHOLDER}"`,
  `"${PLACEHOLDER}.${someType}.1"`,
  `"${PLACEHOLDER}.${someType}.1.1"`,
  `"${PLACEHOLDER}.__proto__.1.1.x"`,
  `"${PLACEHOLDER}.${someType}.${'9'.repeat(30)}.1.x"`,
  `"${PLACEHOLDER}.${someType}.1.${'9'.repeat(30)}.x"`,
  `"${'x'.repeat(9000)}"`,
  '"a",'.repeat(2000),
  ','.repeat(8000),
  'W/"a",'.repeat(1000),
] as const;

/** Values of If-Match and If-None-Match, for a target with this identifier. */
export function tagLists(id: string): fc.Arbitrary<string> {
  const tags = likelyTags(id);
  return fc.oneof(
    { weight: 4, arbitrary: tags },
    { weight: 4, arbitrary: fc.array(tags, { minLength: 2, maxLength: 6 }).map((list) => list.join(', ')) },
    { weight: 2, arbitrary: fc.constant('*') },
    { weight: 1, arbitrary: tags.map((tag) => `W/${tag}`) },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_TAGS) },
  );
}
