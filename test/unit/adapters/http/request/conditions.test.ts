import { expect } from 'chai';
import { array, assert, constantFrom, property, stringMatching, tuple } from 'fast-check';
import { readTagList } from '#adapters/http/request/conditions';

const strong = (...texts: readonly string[]) => ({
  kind: 'tags',
  tags: texts.map((text) => ({ text, isWeak: false })),
});

describe('readTagList', () => {
  const valid = [
    { lines: ['*'], expected: { kind: 'any' } },
    { lines: [' * '], expected: { kind: 'any' } },
    { lines: ['"a"'], expected: strong('a') },
    { lines: ['""'], expected: strong('') },
    { lines: ['"a","b"'], expected: strong('a', 'b') },
    { lines: ['"a" ,\t"b"'], expected: strong('a', 'b') },
    { lines: ['"a,b", "c"'], expected: strong('a,b', 'c') },
    { lines: [', "a",, "b" ,'], expected: strong('a', 'b') },
    { lines: ['"a"', '"b"'], expected: strong('a', 'b') },
    { lines: ['', '"a"'], expected: strong('a') },
    { lines: ['"*"'], expected: strong('*') },
    { lines: ['"W/"'], expected: strong('W/') },
    { lines: ['"\\"'], expected: strong('\\') },
    { lines: ['"\xe9"'], expected: strong('\xe9') },
    { lines: ['W/"a"'], expected: { kind: 'tags', tags: [{ text: 'a', isWeak: true }] } },
  ];
  for (const { lines, expected } of valid)
    it(`reads ${JSON.stringify(lines)}`, () => {
      expect(readTagList(lines)).to.deep.equal(expected);
    });

  const malformed: readonly (readonly string[])[] = [
    [''],
    [','],
    ['', ''],
    ['a'],
    ['"a'],
    ['a"'],
    ['"a" "b"'],
    ['"a"b'],
    ['"a b"'],
    ['"a", nonsense'],
    ['"a"', 'b'],
    ['"a', 'b"'],
    ['*, "a"'],
    ['"a", *'],
    ['*', '*'],
    ['*', '"a"'],
    ['**'],
    ['w/"a"'],
    ['W/ "a"'],
    ['W/'],
    ["'a'"],
    ['"a";x=1'],
  ];
  for (const lines of malformed)
    it(`refuses ${JSON.stringify(lines)}`, () => {
      expect(readTagList(lines)).to.equal(undefined);
    });

  it('reads any tags, however they are spread over lines and filled up with empty elements', () => {
    const tag = tuple(constantFrom('', 'W/'), stringMatching(/^[!#-~]{0,5}$/));
    const comma = constantFrom(',', ' ,', ', ', ',\t, ,');
    assert(
      property(array(array(tuple(tag, comma), { minLength: 1 }), { minLength: 1 }), (lines) => {
        const sent = lines.map((line) =>
          line.map(([[weak, text], separator]) => `${weak}"${text}"${separator}`).join(''),
        );
        const tags = lines.flatMap((line) => line.map(([[weak, text]]) => ({ text, isWeak: weak !== '' })));
        expect(readTagList(sent)).to.deep.equal({ kind: 'tags', tags });
      }),
    );
  });

  it('takes time in proportion to the length of a malformed value', () => {
    const start = performance.now();
    for (const part of [' ', ',', '"', '" ', 'W/', '"a"\t'])
      expect(readTagList([`${part.repeat(300_000 / part.length)}x`])).to.equal(undefined);
    expect(performance.now() - start).to.be.below(2000);
  });
});
