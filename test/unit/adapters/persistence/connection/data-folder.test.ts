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

  it('has no database until its creation is complete', () => {
    expect(hasDatabase(folder)).to.equal(false);
    const complete = markIncomplete(folder);
    write('PG_VERSION');
    expect(hasDatabase(folder)).to.equal(false);
    complete();
    expect(hasDatabase(folder)).to.equal(true);
  });

  it('loses the PG_VERSION of a killed process when creation starts again, so that PGlite does not open its incomplete database', () => {
    markIncomplete(folder);
    write('PG_VERSION');
    const complete = markIncomplete(folder);
    expect(readdirSync(folder)).to.deep.equal(['.incomplete']);
    complete();
    expect(readdirSync(folder)).to.deep.equal([]);
  });
});
