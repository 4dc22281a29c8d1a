import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { lockFolder } from '#adapters/persistence/connection/folder-lock';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { aNewPerson } from '../../support/builders.ts';
import { newDataFolder } from '../../support/data-folder.ts';
import { depth } from '../../support/depth.ts';
import { openEmbedded } from '../../support/open-embedded.ts';

const inUse = (folder: string): string => `${folder} is in use by another process`;

const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
  );

async function lockInOtherProcess(folder: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../../support/lock-process.ts');
  const other = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  return other;
}

describe('The lock of the data folder', () => {
  let home: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'test-lock-'));
  });

  afterEach(() => {
    rmSync(home, { recursive: true });
  });

  it('keeps a second process out until the first ends, even if it is killed', async () => {
    const folder = join(home, 'a/b/c');
    const other = await lockInOtherProcess(folder);
    expect(await messageOf(openEmbedded(folder))).to.equal(inUse(folder));
    other.kill('SIGKILL');
    await once(other, 'exit');
    const lock = await lockFolder(folder);
    expect(lock.wasAbandoned).to.equal(true);
    expect(await messageOf(lockFolder(folder))).to.equal(inUse(folder));
    await lock.release();
    expect(readdirSync(folder)).to.deep.equal([]);
    const next = await lockFolder(folder);
    expect(next.wasAbandoned).to.equal(false);
    await next.release();
  });

  it('goes to exactly one of many that start at once, even after a killed process', async () => {
    const other = await lockInOtherProcess(home);
    other.kill('SIGKILL');
    await once(other, 'exit');
    for (let round = 0; round < 5; round += 1) {
      const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(home)));
      const locks = tries.filter((each) => each.status === 'fulfilled').map(({ value }) => value);
      expect(locks).to.have.length(1);
      expect(await messageOf(lockFolder(home))).to.equal(inUse(home));
      await locks[0]?.release();
    }
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const folder = join(home, 'long'.repeat(40), 'longer'.repeat(30));
    const other = await lockInOtherProcess(folder);
    expect(await messageOf(lockFolder(folder))).to.equal(inUse(folder));
    other.kill('SIGKILL');
    await once(other, 'exit');
    await (await lockFolder(folder)).release();
    expect(readdirSync(folder).filter((name) => name === '.lock')).to.deep.equal([]);
  });

  it('reports a folder that is a file or cannot be created', async () => {
    const file = join(home, 'file');
    writeFileSync(file, '');
    expect(await messageOf(openEmbedded(file))).to.equal(`${file} is not a folder`);
    expect(await messageOf(openEmbedded(join(file, 'below')))).to.equal(`${join(file, 'below')} is not a folder`);
    const unnameable = join(home, 'x'.repeat(300));
    expect(await messageOf(openEmbedded(unnameable))).to.equal(`${unnameable} cannot be created: ENAMETOOLONG`);
  });

  if (depth === 'campaign')
    it('is released when the database is closed, which keeps its data', async () => {
      const folder = await newDataFolder(home);
      for (const round of [1, 2]) {
        const database = await openEmbedded(folder);
        const unitOfWork = new SqlUnitOfWork(database);
        const { id } = await unitOfWork.write(({ repositories }) =>
          repositories.person.add(aNewPerson({ name: 'Ada' })),
        );
        expect(id).to.equal(String(round));
        await database.close();
      }
    });
});
