import { expect } from 'chai';
import { describeProblems, parseKeys } from '#adapters/authentication/key-list';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const CI = { name: 'ci', role: 'editor', sha256: A };

const problemsOf = (list: unknown): readonly string[] => {
  const parsed = parseKeys(typeof list === 'string' ? list : JSON.stringify(list));
  return 'problems' in parsed ? parsed.problems.map(({ pointer, refusal }) => `${pointer} ${refusal}`) : [];
};

describe('A list of API keys', () => {
  it('has keys with their claims and the moment from which they are refused', () => {
    const claims = { email: 'ci@example.org', teams: ['a', 'b'], level: 3 };
    const list = [
      { ...CI, claims, expires: '2027-01-01T01:00:00+01:00' },
      { name: 'nightly', role: 'reader', sha256: B, expires: '2027-01-01' },
    ];
    const expiresAt = Date.UTC(2027, 0, 1);
    expect(parseKeys(JSON.stringify(list))).to.deep.equal({
      keys: [
        { ...CI, claims, expiresAt },
        { name: 'nightly', role: 'reader', sha256: B, claims: {}, expiresAt },
      ],
    });
    expect(parseKeys('[]')).to.deep.equal({ keys: [] });
  });

  it('may have several keys of one actor, in whatever order their claims are', () => {
    const list = [
      { ...CI, claims: { a: '1', b: '2' } },
      { ...CI, sha256: B, claims: { b: '2', a: '1' } },
    ];
    expect(problemsOf(list)).to.deep.equal([]);
  });

  const refused: readonly (readonly [what: string, list: unknown, pointer: RegExp])[] = [
    ['no list', {}, /^ must be a list/],
    ['no JSON', '[{', /^ must be JSON, and is not at line 1 column 3$/],
    ['an empty file', '', /^ must be JSON$/],
    ['an entry that is no object', [[]], /^\/0 must be an object/],
    ['an unknown member', [{ ...CI, 'k/ey': 1 }], /^\/0\/k~1ey is not a member/],
    [
      'a member of every object',
      `[{"name":"ci","role":"editor","sha256":"${A}","__proto__":1}]`,
      /^\/0\/__proto__ is not a member/,
    ],
    ['no name', [{ ...CI, name: undefined }], /^\/0\/name must be/],
    ['an empty name', [{ ...CI, name: '' }], /^\/0\/name must be/],
    ['a long name', [{ ...CI, name: 'x'.repeat(256) }], /^\/0\/name must be/],
    ['a name with a line break', [{ ...CI, name: 'a\nb' }], /^\/0\/name must be/],
    ['a name that is no text', [{ ...CI, name: 7 }], /^\/0\/name must be/],
    ['a role that is no text', [{ ...CI, role: ['editor'] }], /^\/0\/role must be/],
    ['a role that no policy can have', [{ ...CI, role: '__proto__' }], /^\/0\/role must be/],
    ['the key itself', [{ ...CI, sha256: 'pc_x' }], /^\/0\/sha256 must be/],
    ['a digest in capitals', [{ ...CI, sha256: 'A'.repeat(64) }], /^\/0\/sha256 must be/],
    ['claims that are no object', [{ ...CI, claims: ['email'] }], /^\/0\/claims must be/],
    [
      'a claim that every object has',
      `[{"name":"ci","role":"editor","sha256":"${A}","claims":{"__proto__":"x"}}]`,
      /^\/0\/claims\/__proto__ cannot/,
    ],
    ['a day that does not exist', [{ ...CI, expires: '2027-02-30' }], /^\/0\/expires must be/],
    ['a moment without offset', [{ ...CI, expires: '2027-02-03T00:00:00' }], /^\/0\/expires must be/],
    ['a number of seconds', [{ ...CI, expires: 1_800_000_000 }], /^\/0\/expires must be/],
    ['one digest twice', [CI, { ...CI, name: 'other' }], /^\/1\/sha256 is listed before/],
    ['one name with two roles', [CI, { ...CI, sha256: B, role: 'reader' }], /^\/1\/role must be that of/],
    [
      'one name with and without claims',
      [CI, { ...CI, sha256: B, claims: { a: '1' } }],
      /^\/1\/claims must be those of/,
    ],
  ];
  for (const [what, list, problem] of refused)
    it(`is refused with ${what}`, () => {
      expect(problemsOf(list)).to.have.length(1);
      expect(problemsOf(list)[0]).to.match(problem);
    });

  it('is described in one line, without what is in it', () => {
    const text = `[{ "name": "ci", "role": "editor", "sha256": "pc_SECRET" }, { "role": 1 }] pc_SECRET`;
    const parsed = [parseKeys(text), parseKeys(text.slice(0, -' pc_SECRET'.length))];
    const lines = parsed.map((each) => ('problems' in each ? describeProblems(each.problems) : ''));
    expect(lines[1]).to.match(/^\/0\/sha256 must be .* \(and 3 more\)$/);
    expect(lines.join()).not.to.match(/SECRET|\n/);
  });
});
