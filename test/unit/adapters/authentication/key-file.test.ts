import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { KeyFile, KeyFileError } from '#adapters/authentication/key-file';
import { eventually } from '../../../support/eventually.ts';

const listOf = (...names: readonly string[]): string =>
  JSON.stringify(names.map((name, index) => ({ name, role: 'reader', sha256: String(index).padStart(64, '0') })));

describe('A file of keys', () => {
  let folder: string;
  let path: string;
  let events: string[];
  let file: KeyFile | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keys-'));
    path = join(folder, 'keys.json');
    events = [];
  });
  afterEach(() => {
    file?.stop();
    rmSync(folder, { recursive: true });
  });

  const open = (lastGood?: string): KeyFile => {
    const onReload = (keys: readonly { readonly name: string }[]) => events.push(keys.map(({ name }) => name).join());
    file = KeyFile.open(path, { onReload, onInvalid: (reason) => events.push(reason) }, { lastGood, pollMillis: 20 });
    return file;
  };
  const namesIn = ({ keys }: KeyFile): string => keys.map(({ name }) => name).join();

  it('that is invalid begins with the last good keys of another process, and is read once it is valid', async () => {
    writeFileSync(path, '7');
    expect(() => open()).to.throw(KeyFileError);
    const opened = open(listOf('a'));
    expect(namesIn(opened)).to.equal('a');
    expect(opened.warning).to.equal('is invalid: must be a list of keys');
    expect(events).to.deep.equal([opened.warning]);
    writeFileSync(path, listOf('b'));
    await eventually('the file is read', () => namesIn(opened) === 'b');
    expect(opened.warning).to.equal(undefined);
  });

  it('is read again when it changes', async () => {
    writeFileSync(path, listOf('a', 'b'));
    const opened = open();
    expect(namesIn(opened)).to.equal('a,b');
    writeFileSync(path, listOf('a'));
    await eventually('the key is revoked', () => namesIn(opened) === 'a');
    expect(events.at(-1)).to.equal('a');
    expect(opened.warning).to.equal(undefined);
  });

  it('is read again when it has changed in nothing but its text', async () => {
    writeFileSync(path, listOf('a'));
    const opened = open();
    const moment = new Date(2026, 0, 1);
    utimesSync(path, moment, moment);
    writeFileSync(path, listOf('b'));
    utimesSync(path, moment, moment);
    await eventually('the change is seen', () => namesIn(opened) === 'b');
  });

  it('is read again when a link in its path points elsewhere, as Kubernetes does it', async () => {
    for (const name of ['first', 'second']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'keys.json'), listOf(name));
    }
    symlinkSync('first', join(folder, '..data'));
    symlinkSync(join('..data', 'keys.json'), path);
    const opened = open();
    expect(namesIn(opened)).to.equal('first');
    symlinkSync('second', join(folder, '..next'));
    renameSync(join(folder, '..next'), join(folder, '..data'));
    await eventually('the change is seen', () => namesIn(opened) === 'second');
  });

  const bad: readonly (readonly [what: string, spoil: () => void, reason: RegExp])[] = [
    ['becomes invalid', () => writeFileSync(path, '[{"name":"a"}]'), /^is invalid: \/0\/role must be/],
    ['is cut off', () => writeFileSync(path, listOf('a').slice(0, -5)), /^is invalid: must be JSON/],
    ['is missing', () => rmSync(path), /^cannot be read: ENOENT/],
  ];
  for (const [what, spoil, reason] of bad)
    it(`keeps the last good keys when it ${what}, says so once, and recovers`, async () => {
      writeFileSync(path, listOf('a'));
      const opened = open();
      spoil();
      await eventually('it warns', () => opened.warning !== undefined);
      expect(opened.warning).to.match(reason);
      expect(namesIn(opened)).to.equal('a');
      expect(events.filter((event) => event === opened.warning)).to.have.length(1);
      for (const names of [['a'], ['a', 'b']]) {
        writeFileSync(path, listOf(...names));
        await eventually('the warning goes', () => opened.warning === undefined);
        await eventually('the keys match the file', () => namesIn(opened) === names.join());
      }
    });

  it('cannot be opened where it is missing or invalid: there are no good keys yet', () => {
    expect(open).to.throw(KeyFileError, /^cannot be read: ENOENT/);
    writeFileSync(path, '{}');
    expect(open).to.throw(KeyFileError, 'is invalid: must be a list of keys');
  });
});
