import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { withFileLock } from '#composition/access/file-lock';
import { eventually } from '../../../support/eventually.ts';

/** Higher than any system assigns. */
const ENDED = 2 ** 30;

describe('A file lock', () => {
  let folder: string;
  let file: string;
  let lock: string;
  let changes: number;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'));
    file = join(folder, 'keys.json');
    lock = `${file}.lock`;
    changes = 0;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const lockOf = (pid: number, host = hostname()): string => JSON.stringify({ pid, host, id: 'x' });
  /** Loses a change if another one runs at the same time. */
  const change = (): Promise<void> =>
    withFileLock(file, async (confirm) => {
      const before = changes;
      for (let round = 0; round < 5; round += 1) await turn();
      confirm();
      changes = before + 1;
    });
  const changeAtOnce = async (number: number): Promise<void> => {
    await Promise.all(Array.from({ length: number }, change));
    expect({ changes, left: readdirSync(folder) }).to.deep.equal({ changes: number, left: [] });
  };

  it('lets one change run at a time and leaves no files', () => changeAtOnce(8));

  it('names its process and host', async () => {
    await withFileLock(file, async () => {
      expect(JSON.parse(readFileSync(lock, 'utf8'))).to.include({ pid: process.pid, host: hostname() });
    });
  });

  it('is released after a change that fails', async () => {
    const failure = await withFileLock(file, () => Promise.reject(new Error('no'))).catch((error: unknown) => error);
    expect(failure).to.match(/^Error: no$/);
    expect(existsSync(lock)).to.equal(false);
  });

  it('of a process that has ended is taken over by one of many', async () => {
    writeFileSync(lock, lockOf(ENDED));
    await changeAtOnce(20);
  });

  const texts = {
    'of this process': lockOf(process.pid),
    'of another host': lockOf(ENDED, 'another'),
    'without text': '',
  };
  for (const [whose, text] of Object.entries(texts)) {
    it(`${whose} makes others wait`, async () => {
      writeFileSync(lock, text);
      const changed = change();
      let isRunning = true;
      void changed.finally(() => (isRunning = false));
      for (let round = 0; round < 100; round += 1) await turn();
      expect({ isRunning, changes }).to.deep.equal({ isRunning: true, changes: 0 });
      rmSync(lock);
      await changed;
    });

    it(`${whose} is taken over once it is old`, async () => {
      writeFileSync(lock, text);
      const moment = new Date(Date.now() - 11_000);
      utimesSync(lock, moment, moment);
      await changeAtOnce(3);
    });
  }

  it('that is lost keeps the change from taking effect, and the change runs again', async () => {
    let runs = 0;
    const changed = withFileLock(file, async (confirm) => {
      runs += 1;
      if (runs === 1) writeFileSync(lock, lockOf(process.pid));
      confirm();
      changes += 1;
    });
    await eventually('the change has failed', () => runs === 1);
    expect(changes).to.equal(0);
    rmSync(lock);
    await changed;
    expect({ runs, changes, left: readdirSync(folder) }).to.deep.equal({ runs: 2, changes: 1, left: [] });
  });
});
