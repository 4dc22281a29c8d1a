import fc from 'fast-check';

/** Of code points that stand for nothing on their own, the first and the number. */
const [FIRST_SURROGATE, SURROGATES] = [0xd800, 0x800];

const character: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES), indexOf);

/** Text of any characters. The unit `binary` of fast-check gives the same, after a second of listing all code points. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: character });

function indexOf(value: unknown): number {
  const [code = 0, ...others] = Array.from(String(value), (each) => each.codePointAt(0));
  if (others.length > 0) throw new Error('not one character');
  return code < FIRST_SURROGATE ? code : code - SURROGATES;
}
