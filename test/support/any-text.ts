import fc from 'fast-check';

/** Surrogates are code points but not characters: the first one, and their number. */
const [FIRST_SURROGATE, SURROGATES] = [0xd800, 0x800];

const character: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES), indexOf);

/** Text of any characters. fast-check's unit `binary` generates the same, but spends a second on listing all code points. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: character });

function indexOf(value: unknown): number {
  const [code = 0, ...others] = Array.from(String(value), (each) => each.codePointAt(0));
  if (others.length > 0) throw new Error('not one character');
  return code < FIRST_SURROGATE ? code : code - SURROGATES;
}
