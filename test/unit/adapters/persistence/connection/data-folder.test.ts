import { expect } from 'chai';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasDatabase, markIncomplete } from '#adapters/persistence/connection/data-folder';

describe('A data folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'data-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string): void => writeFileSync(join(folder, name), '');

  it('has no database until one is complete', () => {
    expect(hasDatabase(folder)).to.equal(false);
    const complete = markIncomplete(folder);
    write('PG_VERSION');
    expect(hasDatabase(folder)).to.equal(false);
    complete();
    expect(hasDatabase(folder)).to.equal(true);
  });

  it('keeps no version of a database that a killed process has begun, or it would be opened as it is', () => {
    markIncomplete(folder);
    write('PG_VERSION');
    const complete = markIncomplete(folder);
    expect(readdirSync(folder)).to.deep.equal(['.incomplete']);
    complete();
    expect(readdirSync(folder)).to.deep.equal([]);
  });
});
