import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { KeyFile, KeyFileError, type ParseKeyFile } from '#adapters/authentication/key-file';
import { parseJsonFile } from '#composition/access/json-file';
import { keyOf } from '../../../support/access.ts';
import { eventually } from '../../../support/eventually.ts';

const listOf = (...names: readonly string[]): string =>
  JSON.stringify(names.map((name, index) => ({ name, role: 'reader', sha256: String(index).padStart(64, '0') })));

describe('A file of keys', () => {
  let folder: string;
  let path: string;
  let events: string[];
  let parsed: string[];
  let file: KeyFile | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keys-'));
    path = join(folder, 'keys.json');
    events = [];
    parsed = [];
  });
  afterEach(() => {
    file?.stop();
    rmSync(folder, { recursive: true });
  });

  const parse: ParseKeyFile = (text) => {
    parsed.push(text);
    return parseJsonFile(text);
  };
  const open = async (lastGood?: string): Promise<KeyFile> => {
    const onReload = (keys: readonly { readonly name: string }[]) => events.push(keys.map(({ name }) => name).join());
    const watched = { onReload, onInvalid: (reason: string) => events.push(reason) };
    const opened = await KeyFile.open(path, watched, { parse, lastGood, pollMillis: 20 });
    file = opened;
    return opened;
  };
  const failureOf = (opening: Promise<KeyFile>): Promise<unknown> => opening.catch((error: unknown) => error);
  const namesIn = ({ keys }: KeyFile): string => keys.map(({ name }) => name).join();

  it('that is invalid begins with the last good keys of another process, and is read once it is valid', async () => {
    writeFileSync(path, '7');
    expect(await failureOf(open())).to.be.instanceOf(KeyFileError);
    const opened = await open(listOf('a'));
    expect(namesIn(opened)).to.equal('a');
    expect(opened.warning).to.equal('is invalid: must be a list of keys');
    expect(events).to.deep.equal([opened.warning]);
    writeFileSync(path, listOf('b'));
    await eventually('the file is read', () => namesIn(opened) === 'b');
    expect(opened.warning).to.equal(undefined);
  });

  it('is read again when it changes', async () => {
    writeFileSync(path, listOf('a', 'b'));
    const opened = await open();
    expect(namesIn(opened)).to.equal('a,b');
    writeFileSync(path, listOf('a'));
    await eventually('the key is revoked', () => namesIn(opened) === 'a');
    expect(events.at(-1)).to.equal('a');
    expect(opened.warning).to.equal(undefined);
  });

  it('is read again when it has changed in nothing but its text', async () => {
    writeFileSync(path, listOf('a'));
    const opened = await open();
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
    const opened = await open();
    expect(namesIn(opened)).to.equal('first');
    symlinkSync('second', join(folder, '..next'));
    renameSync(join(folder, '..next'), join(folder, '..data'));
    await eventually('the change is seen', () => namesIn(opened) === 'second');
  });

  const bad: readonly (readonly [what: string, spoil: () => void, reason: RegExp])[] = [
    ['becomes invalid', () => writeFileSync(path, '[{"name":"a"}]'), /^is invalid: \/0\/role must be/],
    ['is cut off', () => writeFileSync(path, listOf('a').slice(0, -5)), /^is invalid: must be JSON/],
    [
      'has a duplicate member',
      () => writeFileSync(path, listOf('a').replace('"role"', '"role":"admin","role"')),
      /^is invalid: \/0\/role is a duplicate member$/,
    ],
    ['is missing', () => rmSync(path), /^cannot be read: ENOENT/],
  ];
  for (const [what, spoil, reason] of bad)
    it(`keeps the last good keys when it ${what}, says so once, and recovers`, async () => {
      writeFileSync(path, listOf('a'));
      const opened = await open();
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

  it('cannot be opened while it is missing or invalid, because there are no good keys yet', async () => {
    expect(await failureOf(open())).to.match(/^KeyFileError: cannot be read: ENOENT/);
    writeFileSync(path, '{}');
    expect(await failureOf(open())).to.match(/^KeyFileError: is invalid: must be a list of keys/);
  });

  it('is parsed once per change, valid or not', async () => {
    writeFileSync(path, listOf('a'));
    await open();
    for (const text of ['[', '[{}]', listOf('b')]) {
      // At once: a file that is being written is empty for a moment.
      writeFileSync(`${path}.new`, text);
      renameSync(`${path}.new`, path);
      await eventually('it is parsed', () => parsed.includes(text));
      // Enough for several readings.
      await pause(100);
    }
    expect(parsed).to.deep.equal([listOf('a'), '[', '[{}]', listOf('b')]);
  });

  it('that is missing is reported without a key that was set as its path', async () => {
    path = join(folder, keyOf('a'));
    expect(await failureOf(open())).to.match(/^KeyFileError: cannot be read: ENOENT.*\[credential\]'$/);
  });
});
