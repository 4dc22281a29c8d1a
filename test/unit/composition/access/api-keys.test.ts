import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { addKey, makeKey } from '#composition/access/api-keys';

describe('Adding a key', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'keys-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('fails if the file cannot be reached, rather than treating it as missing', async () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync('loop', join(folder, 'loop'));
    const { entry } = makeKey({ name: 'ci', role: 'editor' });
    for (const [name, code] of [
      ['loop', 'ELOOP'],
      ['file/keys.json', 'ENOTDIR'],
    ] as const) {
      const path = join(folder, name);
      const failure = await addKey(path, entry).catch((error: unknown) => error);
      expect(failure)
        .to.be.an('error')
        .with.property('message')
        .match(new RegExp(`^${code}: .*realpath '${path}'$`));
    }
    expect(readdirSync(folder)).to.have.members(['file', 'loop']);
  });
});
