// Random texts, rich in characters that storages tend to treat differently.
import fc from 'fast-check';

/** Wildcards, quotes, delimiters and escapes. */
const specials = ['%', '_', '\\', "'", '"', ',', '{', '}', '(', '*', '.', '-', '@', '$1', '\\\\', '%%', 'NULL'];

/** Separators of words, and characters that resemble them. */
const separators = [
  ...' \t\n\r\u0001\u007f\u0085\u00a0\u00aa\u00d7\u1680\u180e\u2003\u200b\u2019\u2028\u206f\u2070\u3000\u303f\ufeff\u0660',
];

/** Letters whose lower case depends on the language, the position in the word or the kind of mapping. */
const folding = [
  ...'I i \u0130 \u0131 i\u0307 \u03a3 \u03c3 \u03c2 \u00df \u1e9e ss K \u212a s \u017f \u00b5 \u03bc'.split(' '),
  ...'\u01c4 \u01c5 \u01c6 \u1f80 \u1f88 \u13a0 \uab70 \u1c90 \u10d0 \u0416 \u0436 \uff21 \uff41'.split(' '),
  ...'\u{10400} \u{10428} \u{1e900} \u{1e922} \u0345 \ufb01'.split(' '),
];

/** Composed and combining characters, and those around the points where UTF-16 order differs from code point order. */
const ordered = [
  ...'e \u00e9 e\u0301 \u00c9 E\u0301 \u0301 \ud7ff \ue000 \ufffd \uffff \u{10000}'.split(' '),
  ...'\u{1f600} \u{1f601} \u{1f468}\u200d\u{1f469} \u{10ffff} \u4e2d'.split(' '),
];

const plain = ['a', 'b', 'A', 'B', 'z', '0', '1', '9'];

/** Only a few, so that sort keys and fields are often equal, and some texts look like values of other kinds. */
const words = [
  ...['a', 'A', 'b', 'ada', 'Ada', 'Ada Lovelace', 'ADA LOVELACE', 'lovelace-ada', 'ada@example.org', '\u{1f600} a'],
  ...['\u0130stanbul', 'istanbul', '1', '2', '10', '9', '1815-12-10', '2000-02-29'],
  ...['\u039f\u03a3', '\u03bf\u03c2', '\u03bf\u03c3 b', '_', 'a_', 'a%', 'a\\'],
];

const cased = Array.from({ length: 0x10ffff }, (_, index) => index + 1)
  .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
  .map((codePoint) => String.fromCodePoint(codePoint))
  .filter((character) => /\p{Changes_When_Casemapped}/u.test(character));

const anyCharacter = fc
  .integer({ min: 1, max: 0x10ffff - 0x800 })
  .map((place) => String.fromCodePoint(place < 0xd800 ? place : place + 0x800));

/** A character or a short sequence. */
export const character: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...plain) },
  { weight: 3, arbitrary: fc.constantFrom(...specials) },
  { weight: 2, arbitrary: fc.constantFrom('%', '_', '\\') },
  { weight: 3, arbitrary: fc.constantFrom(...separators) },
  { weight: 3, arbitrary: fc.constantFrom(...folding) },
  { weight: 3, arbitrary: fc.constantFrom(...ordered) },
  { weight: 2, arbitrary: fc.constantFrom(...cased) },
  { weight: 1, arbitrary: anyCharacter },
);

export const separator: fc.Arbitrary<string> = fc.constantFrom(...separators, ...specials);

/** Storable texts, mostly short. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom(...words) },
  { weight: 12, arbitrary: joined(fc.array(character, { maxLength: 8 })) },
  { weight: 6, arbitrary: joined(fc.array(fc.oneof(fc.constantFrom(...words), separator), { maxLength: 6 })) },
  { weight: 1, arbitrary: joined(fc.array(character, { minLength: 40, maxLength: 80 })) },
);

/** Texts that no storage can hold, but that filters can compare with. */
export const unstorableText: fc.Arbitrary<string> = joined(
  fc.array(fc.oneof(character, fc.constantFrom('\0', '\ud83d', '\ude00', '\udfff')), { maxLength: 4 }),
);

function joined(parts: fc.Arbitrary<readonly string[]>): fc.Arbitrary<string> {
  return parts.map((each) => each.join(''));
}
