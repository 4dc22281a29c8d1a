import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { expect } from 'chai';
import { keyDigest } from '#adapters/authentication/api-key';
import { keyEntry, keyOf } from '../../support/access.ts';
import { runCli } from '../../support/cli-process.ts';
import { temporaryFolder } from '../../support/service-process.ts';

const API_KEYS = new URL('../../../src/composition/access/api-keys.ts', import.meta.url).href;
const KEY = /^pc_[\w-]{43}\n$/;

describe('keys', () => {
  const folder = temporaryFolder();
  const file = `${folder.path}/keys.json`;
  after(() => folder.remove());

  const entries = (): unknown => JSON.parse(readFileSync(file, 'utf8'));

  it('new prints the key once, and the entry on standard error', async () => {
    const words = ['--name', 'ci', '--role', 'editor', '--claim', 'email=a=b@example.org', '--claim', 'team=x'];
    const before = Date.now();
    const { code, stdout, stderr } = await runCli(['keys', 'new', ...words, '--expires', '90d']);
    expect(code).to.equal(0);
    expect(stdout).to.match(KEY);
    const { expires, ...entry } = JSON.parse(stderr) as { readonly expires: string };
    expect(entry).to.deep.equal({
      name: 'ci',
      role: 'editor',
      sha256: keyDigest(stdout.trim()),
      claims: { email: 'a=b@example.org', team: 'x' },
    });
    expect(Date.parse(expires) - before).to.be.closeTo(90 * 86_400_000, 60_000);
  });

  it('new adds the entry to a file that only its owner may read, and keeps what is there', async () => {
    const first = await runCli(['keys', 'new', '--name', 'ci', '--role', 'editor', '--file', file]);
    expect({ code: first.code, stderr: first.stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    chmodSync(file, 0o640);
    const old = ['--name', 'old', '--role', 'reader', '--expires', '2020-01-01'];
    const second = await runCli(['keys', 'new', ...old, '--file', file]);
    expect(entries()).to.deep.equal([
      { name: 'ci', role: 'editor', sha256: keyDigest(first.stdout.trim()) },
      { name: 'old', role: 'reader', sha256: keyDigest(second.stdout.trim()), expires: '2020-01-01' },
    ]);
    expect(statSync(file).mode & 0o777).to.equal(0o640);
    expect(readdirSync(folder.path)).to.deep.equal(['keys.json']);

    const listed = await runCli(['keys', 'list'], { environment: { KEYS_FILE: file } });
    expect(listed).to.deep.equal({
      code: 0,
      stdout: 'ci\teditor\t{}\tnever expires\nold\treader\t{}\texpired 2020-01-01T00:00:00.000Z\n',
      stderr: '2 keys\n',
    });
    const valid = 'the file is valid: 2 keys\n';
    const check = (input: string) => runCli(['keys', 'check', '--file', file], { input });
    expect(await check('')).to.deep.equal({ code: 0, stdout: '', stderr: valid });
    expect(await check(first.stdout)).to.deep.equal({
      code: 0,
      stdout: 'ci\teditor\t{}\tnever expires\n',
      stderr: valid,
    });
    expect((await check(second.stdout)).code).to.equal(1);
    expect(await check('pc_x\n')).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: `${valid}the key on standard input is not listed\n`,
    });
  });

  it('new follows a link, and keeps it', async () => {
    mkdirSync(`${folder.path}/data`);
    symlinkSync('data/keys.json', `${folder.path}/link.json`);
    writeFileSync(`${folder.path}/data/keys.json`, '[]');
    await runCli(['keys', 'new', '--name', 'ci', '--role', 'editor', '--file', `${folder.path}/link.json`]);
    expect(JSON.parse(readFileSync(`${folder.path}/data/keys.json`, 'utf8'))).to.have.length(1);
  });

  it('new leaves a file alone that is invalid, or would be', async () => {
    const former = readFileSync(file, 'utf8');
    const conflict = await runCli(['keys', 'new', '--name', 'ci', '--role', 'reader', '--file', file]);
    expect(conflict).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: `${file} would be invalid: /2/role must match the other keys with this name\n`,
    });
    expect(readFileSync(file, 'utf8')).to.equal(former);
    const bad = `${folder.path}/bad.json`;
    writeFileSync(bad, '{}');
    const { code, stderr } = await runCli(['keys', 'new', '--name', 'a', '--role', 'b', '--file', bad]);
    expect({ code, stderr }).to.deep.equal({ code: 1, stderr: `${bad} is invalid: must be a list of keys\n` });
    expect(await runCli(['keys', 'check', '--file', bad])).to.include({ code: 1, stderr });
  });

  it('new keeps entries that other processes add at the same time', async () => {
    const shared = `${folder.path}/shared.json`;
    const names = Array.from({ length: 8 }, (_, index) => `n${index}`);
    const made = await Promise.all(
      names.map((name) => runCli(['keys', 'new', '--name', name, '--role', 'reader', '--file', shared])),
    );
    const { stdout } = await runCli(['keys', 'list', '--file', shared]);
    expect(stdout.match(/^n\d/gm)?.toSorted()).to.deep.equal(names);
    const text = readFileSync(shared, 'utf8');
    for (const { code, stdout: key } of made)
      expect({ code, isListed: text.includes(keyDigest(key.trim())) }).to.deep.equal({ code: 0, isListed: true });
  });

  it('new and check accept a byte order mark', async () => {
    const marked = `${folder.path}/marked.json`;
    writeFileSync(marked, '\uFEFF[]');
    expect(await runCli(['keys', 'check', '--file', marked])).to.include({ code: 0 });
    expect(await runCli(['keys', 'new', '--name', 'a', '--role', 'b', '--file', marked])).to.include({ code: 0 });
    expect(JSON.parse(readFileSync(marked, 'utf8'))).to.have.length(1);
  });

  it('check reports mistakes without showing a pasted key', async () => {
    const pasted = `${folder.path}/pasted.json`;
    const key = keyOf('ci');
    const entry = `"name": "ci", "role": "editor", "sha256": "${keyDigest(key)}"`;
    const texts: Readonly<Record<string, string>> = {
      [`[{ ${entry}, "${key}": 1 }]`]: '/0 has an unknown member; a key has name, role, sha256, claims, expires',
      [`[{ ${entry}, "role": "reader" }]`]: '/0/role is a duplicate member',
      [`[{ ${entry}, "claims": { "${key}": 1, "${key}": 2 } }]`]: '/0/claims has a duplicate member (and 1 more)',
    };
    for (const [text, problem] of Object.entries(texts)) {
      writeFileSync(pasted, text);
      const { code, stderr } = await runCli(['keys', 'check', '--file', pasted]);
      expect({ code, stderr }).to.deep.equal({ code: 1, stderr: `${pasted} is invalid: ${problem}\n` });
    }
  });

  describe('new keeps the owner, group and mode of the file', () => {
    const [OWNER, GROUP, OTHER] = [12_001, 12_002, 12_003];
    const owned = `${folder.path}/owned/keys.json`;
    const ownersOf = ({ uid, gid, mode } = statSync(owned)) => ({ uid, gid, mode: mode & 0o777 });
    const kept = { uid: OWNER, gid: GROUP, mode: 0o664 };

    before(function () {
      if (process.getuid?.() !== 0) this.skip(); // Only root can be several users.
      chmodSync(folder.path, 0o755);
      mkdirSync(`${folder.path}/owned`);
      chmodSync(`${folder.path}/owned`, 0o777);
    });
    beforeEach(() => {
      writeFileSync(owned, '[]');
      chownSync(owned, OWNER, GROUP);
      chmodSync(owned, kept.mode);
    });
    afterEach(() => expect(readdirSync(`${folder.path}/owned`)).to.deep.equal(['keys.json']));

    /** Adds a key as another user and returns the message. */
    const addAs = (user: number, groups: readonly number[]): string => {
      // Loads all modules first, because that user may have no access to the project.
      const script = `
        const { addKey, listKeys, makeKey } = await import(${JSON.stringify(API_KEYS)});
        const [file] = process.argv.slice(1);
        await listKeys(file);
        process.setgroups(${JSON.stringify(groups)});
        process.setgid(${OTHER});
        process.setuid(${user});
        await addKey(file, makeKey({ name: 'a', role: 'b' }).entry).catch((error) => console.log(error.message));`;
      return spawnSync(process.execPath, ['--input-type=module', '--eval', script, owned], { encoding: 'utf8' }).stdout;
    };

    it('as root', async () => {
      await runCli(['keys', 'new', '--name', 'a', '--role', 'b', '--file', owned]);
      expect({ ...ownersOf(), keys: readFileSync(owned, 'utf8').length > 2 }).to.deep.equal({ ...kept, keys: true });
    });

    it('as its owner and a member of its group', () => {
      expect(addAs(OWNER, [GROUP])).to.equal('');
      expect({ ...ownersOf(), keys: readFileSync(owned, 'utf8').length > 2 }).to.deep.equal({ ...kept, keys: true });
    });

    const refused = {
      'another user': [OTHER, [GROUP], `user ${OWNER}: run this as that user`],
      'its owner, who is not a member of its group': [OWNER, [], `group ${GROUP}: run this as one of its members`],
    } as const;
    for (const [who, [user, groups, whom]] of Object.entries(refused))
      it(`and writes nothing as ${who}`, () => {
        expect(addAs(user, groups)).to.equal(`${owned} must remain owned by ${whom}\n`);
        expect({ ...ownersOf(), text: readFileSync(owned, 'utf8') }).to.deep.equal({ ...kept, text: '[]' });
      });
  });

  describe('if a policy is configured', () => {
    const policy = `${folder.path}/policy.json`;
    const environment = { POLICY_FILE: policy };
    before(() => {
      const where = [{ name: 'email', op: 'eq', val: { claim: 'email' } }];
      const roles = { editor: { person: { read: {} } }, self: { person: { read: { where } } } };
      writeFileSync(policy, JSON.stringify({ roles }));
    });

    const make = (...words: readonly string[]) => runCli(['keys', 'new', '--name', 'a', ...words], { environment });

    it('new refuses a role that it lacks and a claim that it spells differently', async () => {
      const role = await make('--role', 'editr');
      expect({ ...role, stderr: role.stderr.split('\n')[0] }).to.deep.equal({
        code: 2,
        stdout: '',
        stderr: '--role: unknown role "editr" in POLICY_FILE; did you mean "editor"? Roles: editor, self',
      });
      const claim = await make('--role', 'self', '--claim', 'emial=a');
      expect({ ...claim, stderr: claim.stderr.split('\n')[0] }).to.deep.equal({
        code: 2,
        stdout: '',
        stderr: '--claim: POLICY_FILE does not use the claim "emial"; did you mean "email"?',
      });
      expect(await make('--role', 'self', '--claim', 'email=a', '--claim', 'team=a')).to.include({ code: 0 });
    });

    it('new fails if the policy cannot be read', async () => {
      const missing = { environment: { POLICY_FILE: `${folder.path}/nowhere.json` } };
      const { code, stderr } = await runCli(['keys', 'new', '--name', 'a', '--role', 'b'], missing);
      expect({ code, stderr }).to.have.property('code', 1);
      expect(stderr).to.match(/^POLICY_FILE cannot be read: ENOENT/);
    });

    it('check lists roles that it lacks', async () => {
      const listed = `${folder.path}/listed.json`;
      writeFileSync(listed, JSON.stringify([keyEntry('a', 'self'), keyEntry('b', 'editr'), keyEntry('c', 'editr')]));
      const { code, stderr } = await runCli(['keys', 'check', '--file', listed], { environment });
      expect({ code, stderr }).to.deep.equal({
        code: 1,
        stderr:
          'the file is valid: 3 keys\n/1/role: unknown role "editr" in POLICY_FILE; did you mean "editor"? Roles: editor, self\n',
      });
    });
  });

  const OF = ['--name', 'a', '--role', 'b'];
  const wrong: readonly (readonly [what: string, words: readonly string[], message: string])[] = [
    ['an unknown action', ['lst'], 'unknown action "lst"; did you mean "list"?'],
    ['no action', [], 'ACTION is missing'],
    ['no name', ['new', '--role', 'b'], '--name is missing'],
    ['no role', ['new', '--name', 'a'], '--role is missing'],
    [
      'a role that no policy can have',
      ['new', '--name', 'a', '--role', '__proto__'],
      '--role must be the name of a role',
    ],
    [
      'a claim without a value',
      ['new', ...OF, '--claim', 'x'],
      '--claim must be NAME=TEXT, such as email=ci@example.org',
    ],
    ['a claim given twice', ['new', ...OF, '--claim', 'x=1', '--claim', 'x=2'], '--claim has x twice'],
    [
      'a claim that every object has',
      ['new', ...OF, '--claim', '__proto__=1'],
      '--claim cannot have a claim called "__proto__"',
    ],
    [
      'a day that does not exist',
      ['new', ...OF, '--expires', '2027-02-30'],
      '--expires must be a date, or a date and time with offset per RFC 3339',
    ],
    ['no file', ['list'], '--file is missing, and KEYS_FILE is unset'],
  ];
  for (const [what, words, message] of wrong)
    it(`refuses ${what}`, async () => {
      const { code, stdout, stderr } = await runCli(['keys', ...words]);
      expect({ code, stdout, message: stderr.split('\n')[0] }).to.deep.equal({ code: 2, stdout: '', message });
    });
});
