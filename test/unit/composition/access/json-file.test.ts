import { expect } from 'chai';
import { parseJsonFile } from '#composition/access/json-file';

describe('A JSON file by the operator', () => {
  it('may begin with a byte order mark', async () => {
    expect(await parseJsonFile('\uFEFF{"a": [1, null]}')).to.deep.equal({ json: { a: [1, null] }, duplicates: [] });
  });

  it('reports the paths of duplicate members, no matter how their names are escaped', async () => {
    const text = String.raw`{"a": {"b": 1, "\u0062": 2}, "c": [{"a": 1}, {"a": 1, "x": {"a": 2}, "a": 3, "a": 4}], "__proto__": 1}`;
    const parsed = await parseJsonFile(text);
    expect('json' in parsed && parsed.duplicates).to.deep.equal([
      ['a', 'b'],
      ['c', 1, 'a'],
      ['c', 1, 'a'],
    ]);
  });

  it('is parsed with pauses for other work', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await parseJsonFile(JSON.stringify(Array(100_000).fill(1)));
    clearImmediate(next);
    expect(turns).to.be.greaterThan(10);
  });

  const bad: readonly (readonly [text: string, place: string])[] = [
    ['', 'ends too early'],
    ['[\n  {"a": SECRET}\n]', 'has a syntax error at line 2 column 9'],
    ['{"a": 1,}', 'has a syntax error at line 1 column 9'],
    ['{"a": 1 // SECRET\n}', 'has a syntax error at line 1 column 9'],
    ['["SECRET]', 'has a syntax error at line 1 column 10'],
    ['[] SECRET', 'has a syntax error at line 1 column 4'],
    ['['.repeat(100_000), 'ends too early'],
  ];
  for (const [text, place] of bad)
    it(`that holds ${JSON.stringify(text.slice(0, 30))} is refused without quoting it`, async () => {
      const fault = { path: [], detail: `must be JSON, but ${place}` };
      expect(await parseJsonFile(text)).to.deep.equal({ fault });
    });

  it('must not nest deeper than its checks can recurse', async () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(await parseJsonFile(nested(256))).to.have.property('json');
    const tooDeep = { path: Array(256).fill(0), detail: 'nests deeper than 256 levels' };
    for (const text of [nested(257), nested(100_000)])
      expect(await parseJsonFile(text)).to.deep.equal({ fault: tooDeep });
  });
});
