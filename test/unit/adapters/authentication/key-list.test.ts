import { expect } from 'chai';
import { describeProblems, readKeyList, type ParsedKeyFile } from '#adapters/authentication/key-list';
import { keyOf } from '../../../support/access.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const KEY = keyOf('ci');
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2ln';
const CI = { name: 'ci', role: 'editor', sha256: A };

const fileOf = (json: unknown): ParsedKeyFile => ({ json, duplicates: [] });
const problemsOf = async (file: ParsedKeyFile): Promise<readonly string[]> => {
  const read = await readKeyList(file);
  return 'problems' in read ? read.problems.map(({ pointer, refusal }) => `${pointer} ${refusal}`) : [];
};
const own = (name: string, value: unknown): object => Object.fromEntries([[name, value]]);

describe('A list of API keys', () => {
  it('has keys with their claims and the moment from which they are refused', async () => {
    const claims = { email: 'ci@example.org', teams: ['a', 'b'], level: 3 };
    const list = [
      { ...CI, claims, expires: '2027-01-01T01:00:00+01:00' },
      { name: 'nightly', role: 'reader', sha256: B, expires: '2027-01-01' },
    ];
    const expiresAt = Date.UTC(2027, 0, 1);
    expect(await readKeyList(fileOf(list))).to.deep.equal({
      keys: [
        { ...CI, claims, expiresAt },
        { name: 'nightly', role: 'reader', sha256: B, claims: {}, expiresAt },
      ],
    });
    expect(await readKeyList(fileOf([]))).to.deep.equal({ keys: [] });
  });

  it('may have several keys of one actor, with their claims in any order', async () => {
    const list = [
      { ...CI, claims: { a: '1', b: '2' } },
      { ...CI, sha256: B, claims: { b: '2', a: '1' } },
    ];
    expect(await problemsOf(fileOf(list))).to.deep.equal([]);
  });

  it('may have 30,000 keys, and yields to other work while they are read', async function () {
    this.timeout(10_000);
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const list = Array.from({ length: 30_000 }, (_, index) => ({
      ...CI,
      name: `n${index % 20_000}`,
      sha256: String(index).padStart(64, '0'),
      claims: { email: 'ci@example.org' },
    }));
    expect(await problemsOf(fileOf([...list, CI, { ...CI, role: 'reader' }]))).to.deep.equal([
      '/30001/sha256 is already listed',
      '/30001/role must match the other keys with this name',
    ]);
    clearImmediate(next);
    expect(turns).to.be.greaterThan(10);
  });

  const refused: readonly (readonly [what: string, list: unknown, pointer: RegExp])[] = [
    ['no list', {}, /^ must be a list/],
    ['an entry that is no object', [[]], /^\/0 must be an object/],
    [
      'an unknown member',
      [{ ...CI, key: 1 }],
      /^\/0 has an unknown member; a key has name, role, sha256, claims, expires$/,
    ],
    ['a member of every object', [{ ...CI, ...own('__proto__', 1) }], /^\/0 has an unknown member/],
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
      [{ ...CI, claims: own('__proto__', 'x') }],
      /^\/0\/claims cannot have .*"__proto__"/,
    ],
    [
      'a claim that is null',
      [{ ...CI, claims: { email: 'x', ...own(KEY, null) } }],
      /^\/0\/claims must not have a null claim: leave it out$/,
    ],
    ['a key as its name', [{ ...CI, name: `ci ${KEY}` }], /^\/0\/name must not contain a key or token$/],
    ['a key as its role', [{ ...CI, role: KEY }], /^\/0\/role must not contain/],
    ['a token as its role', [{ ...CI, role: TOKEN }], /^\/0\/role must not contain/],
    ['a key as the name of a claim', [{ ...CI, claims: own(KEY, 'x') }], /^\/0\/claims must not contain/],
    ['a key within a claim', [{ ...CI, claims: { keys: [KEY] } }], /^\/0\/claims must not contain/],
    ['a day that does not exist', [{ ...CI, expires: '2027-02-30' }], /^\/0\/expires must be/],
    ['a moment without offset', [{ ...CI, expires: '2027-02-03T00:00:00' }], /^\/0\/expires must be/],
    ['a number of seconds', [{ ...CI, expires: 1_800_000_000 }], /^\/0\/expires must be/],
    ['one digest twice', [CI, { ...CI, name: 'other' }], /^\/1\/sha256 is already listed/],
    ['one name with two roles', [CI, { ...CI, sha256: B, role: 'reader' }], /^\/1\/role must match the other keys/],
    [
      'one name with and without claims',
      [CI, { ...CI, sha256: B, claims: { a: '1' } }],
      /^\/1\/claims must match the other keys/,
    ],
  ];
  for (const [what, list, problem] of refused)
    it(`is refused with ${what}`, async () => {
      const problems = await problemsOf(fileOf(list));
      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(problem);
    });

  it('is refused with duplicate members, and shows only names of known members', async () => {
    const duplicates = [
      [0, 'role'],
      [1, KEY],
      [2, 'claims', KEY, 'x'],
      [3, 'claims', 'email', 0, 'x'],
    ];
    const json = duplicates.map((_, index) => ({ ...CI, sha256: String(index).repeat(64) }));
    expect(await problemsOf({ json, duplicates })).to.deep.equal([
      '/0/role is a duplicate member',
      '/1 has a duplicate member',
      '/2/claims has a duplicate member',
      '/3/claims has a duplicate member',
    ]);
  });

  it('that cannot be parsed is reported with the position but without the text', async () => {
    const fault = { path: [0, 'claims', KEY, 0], detail: 'nests too deep' };
    expect(await problemsOf({ fault })).to.deep.equal(['/0/claims nests too deep']);
  });

  it('is described in one line without its content', async () => {
    const list = [{ ...CI, sha256: 'pc_SECRET' }, { role: 1, SECRET: 1, claims: own('SECRET\n', 1) }, 'SECRET'];
    const read = await readKeyList(fileOf(list));
    const line = 'problems' in read ? describeProblems(read.problems) : '';
    expect(line).to.match(/^\/0\/sha256 must be .* \(and 5 more\)$/);
    expect(JSON.stringify(read)).not.to.include('SECRET');
  });
});
