import { expect } from 'chai';
import type { Comparison, Filter, TextComparison } from '#application/model/filter';
import { queryFor, clear } from './fixtures.ts';
import { and, compare, not, text, within } from './filter-notation.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { aNewPerson } from '../support/builders.ts';

/** A value, the strings that it must match, and those that it must not. */
type Case = readonly [name: string, value: string, found: readonly string[], others: readonly string[]];

/** Stores each string of the tables as the name of a person. */
export function describeTextFilters(unitOfWork: CurrentUnitOfWork): void {
  before(async () => {
    await clear(unitOfWork());
    const cases = Object.values(tables).flat();
    const texts = new Set([...inOrder, ...cases.flatMap(([, , found, others]) => [...found, ...others])]);
    await unitOfWork().write(async ({ repositories }) => {
      for (const name of texts) await repositories.person.add(aNewPerson({ name }));
    });
  });

  const findAmong = async (texts: readonly string[], filter: Filter): Promise<readonly string[]> => {
    const query = queryFor('person', { filter: and(within('name', ...texts), filter), attributes: ['name'] });
    const { records } = await unitOfWork().reader.find(query);
    return records.map(({ attributes }) => String(attributes['name']));
  };

  for (const [comparison, cases] of entriesOf(tables))
    describe(comparison, () => {
      for (const [name, value, found, others] of cases)
        it(name, async () => {
          const among = [...found, ...others];
          const filter = text('name', comparison, value);
          expect(await findAmong(among, filter), 'finds').to.have.members(found);
          expect(await findAmong(among, not(filter)), 'negated').to.have.members(others);
        });
    });

  describe('special characters', () => {
    const expectations: Readonly<Record<Comparison, (index: number) => readonly string[]>> = {
      equal: (index) => inOrder.slice(index, index + 1),
      greater: (index) => inOrder.slice(index + 1),
      greaterOrEqual: (index) => inOrder.slice(index),
      less: (index) => inOrder.slice(0, index),
      lessOrEqual: (index) => inOrder.slice(0, index + 1),
    };
    for (const [comparison, expected] of entriesOf(expectations))
      it(`compares by code point: ${comparison}`, async () => {
        for (const [index, value] of inOrder.entries())
          expect(await findAmong(inOrder, compare('name', comparison, value)), value).to.have.members(expected(index));
      });

    it('orders a lone surrogate by its code point', async () => {
      const bound = inOrder.indexOf('\ue000');
      for (const value of ['\ud800', '\udfff', '\ud83dx']) {
        expect(await findAmong(inOrder, compare('name', 'less', value))).to.have.members(inOrder.slice(0, bound));
        expect(await findAmong(inOrder, compare('name', 'greater', value))).to.have.members(inOrder.slice(bound));
        expect(await findAmong(inOrder, compare('name', 'equal', value))).to.deep.equal([]);
      }
    });

    it('matches only itself in a list', async () => {
      for (const value of inOrder) expect(await findAmong([value], within('name', ...inOrder))).to.deep.equal([value]);
    });
  });
}

function entriesOf<Key extends string, Value>(table: Readonly<Record<Key, Value>>): readonly [Key, Value][] {
  return Object.entries(table) as [Key, Value][];
}

/** In code point order, which is neither the order of any language nor that of UTF-16. */
const inOrder: readonly string[] = [
  '\t',
  '\n',
  ' ',
  ' a',
  '"',
  '%',
  "'",
  "''",
  '10',
  '9',
  'A',
  'Z',
  'Zz',
  '\\',
  '_',
  'a',
  'a ',
  'aB',
  'aa',
  'e',
  'e\u0301',
  'f',
  'z',
  '\u00e9',
  '\u00e9a',
  '\u0416',
  '\u4e2d',
  '\ud7a3',
  '\ue000',
  '\uff21',
  '\ufffd',
  '\u{10000}',
  '\u{1f600}',
  '\u{1f600}a',
  '\u{1f601}',
];

const likeCases: readonly Case[] = [
  ['matches the whole text without wildcards', 'abc', ['abc'], ['abcd', 'xabc', 'ABC', 'ab']],
  ['lets % match any run, even an empty one', 'a%c', ['ac', 'abc', 'abbc', 'acc'], ['ab', 'acd', 'xac']],
  ['allows % at both ends', '%bc%', ['bc', 'abc', 'bcd', 'abcd'], ['b', 'cb', 'bxc']],
  ['lets % alone match everything', '%', ['a', ' ', '%', '\n', '\u{1f600}'], []],
  ['treats several % as one', '%%%', ['a', ' '], []],
  ['matches the parts between % in order', '%a%b%c%', ['abc', 'xaybzc', 'aabbcc', 'abcabc'], ['acb', 'cba', 'ab']],
  ['backtracks to later positions', '%aab', ['aaab', 'aab', 'aabaab'], ['aaba', 'ab']],
  ['lets _ match one character', 'a_c', ['abc', 'a_c', 'a%c', 'a\nc', 'a\u00e9c'], ['ac', 'abbc', 'Abc']],
  [
    'lets _ match one code point, however long its encoding',
    '_',
    ['a', '\u00e9', '\u{1f600}', '\n'],
    ['ab', 'e\u0301', '\u{1f600}a'],
  ],
  ['counts code points, not graphemes', '__', ['ab', 'e\u0301', '\u{1f600}a'], ['a', '\u{1f600}']],
  ['combines % and _', '_%_', ['ab', 'abc', '\u{1f600}a'], ['a', '\u{1f600}']],
  ['matches characters beyond U+FFFF', '%\u{1f600}%', ['\u{1f600}', 'a\u{1f600}', '\u{1f600}a'], ['\u{1f601}', 'a']],
  ['distinguishes composed from combining characters', '\u00e9', ['\u00e9'], ['e\u0301', 'e']],
  ['matches nothing for an empty pattern', '', [], ['a', ' ']],
  ['matches across lines', 'a%c', ['a\nc', 'a\r\nc'], ['\nac']],
  ['matches an escaped % literally', 'a\\%c', ['a%c'], ['abc', 'ac', 'a\\c', 'a\\%c']],
  ['matches an escaped _ literally', 'a\\_c', ['a_c'], ['abc', 'a\\_c', 'a\\bc']],
  ['matches an escaped backslash literally', 'a\\\\c', ['a\\c'], ['ac', 'a\\\\c', 'abc']],
  ['treats % after an escaped backslash as a wildcard', 'a\\\\%', ['a\\', 'a\\c', 'a\\\\c'], ['a', 'a%', 'ac']],
  ['matches any other escaped character as itself', '\\a\\b', ['ab'], ['\\a\\b', 'a\\b']],
  [
    'matches an escaped character beyond U+FFFF as itself',
    '\\\u{1f600}_',
    ['\u{1f600}a'],
    ['\u{1f600}', '\\\u{1f600}'],
  ],
  ['matches a trailing escape as itself', 'a\\', ['a\\'], ['a', 'a\\\\', 'ab']],
  ['matches a trailing escape as itself after a wildcard', '%\\', ['\\', 'a\\', 'a\\\\'], ['a', 'a%', '\\a']],
  ['matches a lone escape as itself', '\\', ['\\'], ['a', '\\\\']],
  ['matches a trailing escaped backslash as one backslash', 'a\\\\', ['a\\'], ['a', 'a\\\\']],
  ['matches a trailing escape after an escaped backslash as itself', 'a\\\\\\', ['a\\\\'], ['a\\', 'a']],
  [
    'matches the metacharacters of other languages literally',
    '.*[a-z]^$(a|b)?+{1}',
    ['.*[a-z]^$(a|b)?+{1}'],
    ['a', 'ab'],
  ],
  ['matches quotes literally', '\'%"', ['\'"', '\'a"'], ['"\'', "'"]],
];

const foldingCases: readonly Case[] = [
  ['treats wildcards and escapes like the case-sensitive comparison', 'A\\%_\\', ['a%b\\', 'A%B\\'], ['a%b', 'ab\\']],
  ['folds ASCII', 'aB%', ['ab', 'AB', 'Abc', 'aB'], ['ba', 'b']],
  ['folds accented letters', '\u00c9', ['\u00c9', '\u00e9'], ['E', 'e', 'e\u0301']],
  ['folds combining sequences letter by letter', 'E\u0301', ['e\u0301', 'E\u0301'], ['\u00e9', 'e']],
  ['folds Cyrillic', '\u0436', ['\u0416', '\u0436'], ['\u0435']],
  ['folds sigma, but not final sigma', '\u039f\u03a3', ['\u039f\u03a3', '\u03bf\u03c3'], ['\u03bf\u03c2']],
  [
    'matches final sigma only with itself',
    '\u03bf\u03c2',
    ['\u03bf\u03c2', '\u039f\u03c2'],
    ['\u039f\u03a3', '\u03bf\u03c3'],
  ],
  ['folds the dotted capital I to i', '\u0130', ['i', 'I', '\u0130'], ['\u0131', 'i\u0307']],
  [
    'folds I to i with the dotted capital I among the strings',
    'x_i',
    ['xyI', 'XYi', 'xY\u0130'],
    ['xy\u0131', 'xyi\u0307'],
  ],
  ['does not fold the dotless i', '\u0131', ['\u0131'], ['i', 'I', '\u0130']],
  ['folds the capital sharp s to the small one, not to ss', '\u1e9e', ['\u00df', '\u1e9e'], ['ss', 'SS', 's']],
  ['folds Cherokee', '\u13a0', ['\u13a0', '\uab70'], ['\u13a1']],
  ['folds Georgian capitals', '\u1c90', ['\u1c90', '\u10d0'], ['\u10d1']],
  ['folds letters beyond U+FFFF', '\u{10400}_', ['\u{10428}a', '\u{10400}A'], ['\u{10429}a', '\u{10400}']],
  [
    'folds the signs of kelvin, angstrom and ohm',
    '\u212a\u212b\u2126',
    ['k\u00e5\u03c9', 'K\u00c5\u03a9'],
    ['kaw', 'k\u00e5\u2127'],
  ],
  ['folds title case', '\u01c5', ['\u01c4', '\u01c5', '\u01c6'], ['dz', 'D\u017e']],
  ['folds Greek with iota subscript', '\u1f88', ['\u1f80', '\u1f88'], ['\u1f00\u03b9', '\u03b1']],
  ['folds full-width letters', '\uff21', ['\uff41', '\uff21'], ['a', 'A']],
  [
    'distinguishes letters that share only their upper case',
    's\u03bc',
    ['S\u03bc', 's\u039c'],
    ['\u017f\u03bc', 's\u00b5'],
  ],
];

const startCases: readonly Case[] = [
  ['matches strings that start with the value', 'ab', ['ab', 'abc'], ['Abc', 'AB', 'a', 'xab', 'ba']],
  ['matches % literally', 'a%', ['a%', 'a%c'], ['a', 'abc']],
  ['matches _ literally', 'a_', ['a_c'], ['abc', 'a']],
  ['matches a backslash literally', 'a\\', ['a\\', 'a\\c', 'a\\%c'], ['a%', 'a']],
  ['matches everything for an empty value', '', ['a', ' ', '\u{1f600}'], []],
  ['matches nothing for a value longer than the text', 'abcdef', [], ['abc', 'abcd']],
  ['matches nothing for a lone surrogate', '\ud83d', [], ['\u{1f600}', '\u{1f600}a', 'a']],
  ['compares code points, not glyphs', 'e', ['e', 'e\u0301'], ['\u00e9']],
  ['matches characters beyond U+FFFF', '\u{1f600}', ['\u{1f600}', '\u{1f600}a'], ['\u{1f601}', 'a\u{1f600}']],
];

const endCases: readonly Case[] = [
  ['matches strings that end with the value', 'bc', ['bc', 'abc'], ['ABC', 'c', 'abcd', 'cb']],
  ['matches % literally', '%', ['%', 'a%'], ['a', '%a']],
  ['matches _ literally', '_c', ['a_c'], ['abc', 'ac']],
  ['matches a backslash literally', '\\', ['a\\', '\\', 'a\\\\'], ['a\\c', 'a']],
  ['matches everything for an empty value', '', ['a', ' ', '\u{1f600}'], []],
  ['matches nothing for a value longer than the text', 'xxabc', [], ['abc', 'xabc']],
  ['matches nothing for a lone surrogate', '\ude00', [], ['\u{1f600}', 'a\u{1f600}', 'a']],
  ['compares code points, not glyphs', '\u0301', ['e\u0301'], ['\u00e9', 'e']],
  ['matches characters beyond U+FFFF', '\u{1f600}', ['\u{1f600}', 'a\u{1f600}'], ['\u{1f601}', '\u{1f600}a']],
];

/** `x` and `word` with each character in between, which may or may not separate them. */
function splitBy(...characters: readonly string[]): readonly string[] {
  return characters.map((character) => `x${character}word`);
}

const wordCases: readonly Case[] = [
  [
    'matches a word anywhere, in any case',
    'LoveLace',
    ['Ada Lovelace', 'lovelace', 'LOVELACE, Ada'],
    ['Lovelaces', 'Love lace'],
  ],
  ['requires all words, in any order', 'lovelace  ada', ['Ada Lovelace', 'LOVELACE, Ada'], ['lovelace', 'Ada']],
  ['requires a repeated word only once', 'ada ADA', ['Ada', 'Ada Lovelace'], ['Adam', 'lovelace']],
  ['does not match parts of words', 'ada', ['Ada', 'Ada Lovelace'], ['Adam', 'Canada', 'adada']],
  ['splits e-mail addresses', 'example', ['ada@example.org', 'example'], ['ada@examples.org']],
  ['splits the value into words', 'ada@example', ['ada@example.org', 'Example: Ada!'], ['example', 'Ada']],
  ['treats digits as letters', 'r2', ['R2-D2', 'R2_D2'], ['R2D2', 'R', '2']],
  ['treats % and _ as separators', '%ada_', ['Ada', 'Ada Lovelace', 'x_ada'], ['Adam', 'xada']],
  [
    'splits at ASCII punctuation',
    'word',
    splitBy(...' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'),
    ['xword', 'x0word', 'xZword'],
  ],
  [
    'splits at ASCII control characters',
    'word',
    splitBy('\u0001', '\t', '\n', '\v', '\f', '\r', '\u001f', '\u007f'),
    [],
  ],
  [
    'splits at U+0080 to U+00BF',
    'word',
    splitBy('\u0080', '\u0085', '\u00a0', '\u00aa', '\u00b5', '\u00bf'),
    splitBy('\u00c0', '\u00d7', '\u00f7'),
  ],
  [
    'splits at U+2000 to U+206F',
    'word',
    splitBy('\u2000', '\u200b', '\u200d', '\u2019', '\u2028', '\u2029', '\u202f', '\u205f', '\u206f'),
    splitBy('\u1fff', '\u2070', '\u2103'),
  ],
  ['splits at U+3000 to U+303F', 'word', splitBy('\u3000', '\u3001', '\u3007', '\u303f'), splitBy('\u2fff', '\u3042')],
  ['splits at the Ogham space mark', 'word', splitBy('\u1680'), splitBy('\u167f', '\u1681')],
  [
    'splits nowhere else',
    'word',
    ['word'],
    splitBy('\ufeff', '\u0301', '\u180e', '\u{1f600}', '\uff0c', '\u0660', '\ufffd', '\ue000'),
  ],
  [
    'counts letters beyond ASCII as parts of words',
    'na\u00efve',
    ['na\u00efve', 'NA\u00cfVE!'],
    ['na', 'nai\u0308ve', 've'],
  ],
  [
    'folds sigma, but not final sigma in the text',
    '\u039f\u03a3',
    ['\u03bf\u03c3', '\u039f\u03a3 x'],
    ['\u03bf\u03c2', '\u03bf\u03c2 x'],
  ],
  ['folds the dotted capital I to i', 'istanbul', ['\u0130STANBUL', 'Istanbul'], ['\u0131stanbul', 'i\u0307stanbul']],
  ['folds the value', '\u0130STANBUL', ['\u0130STANBUL', 'Istanbul'], ['\u0131stanbul']],
  [
    'treats characters beyond U+FFFF as letters',
    '\u{1f600}',
    ['\u{1f600}', 'x \u{1f600}'],
    ['x\u{1f600}', '\u{1f601}'],
  ],
];

const tables: Readonly<Record<TextComparison, readonly Case[]>> = {
  like: likeCases,
  likeIgnoringCase: foldingCases,
  startsWith: startCases,
  endsWith: endCases,
  hasWords: wordCases,
};
