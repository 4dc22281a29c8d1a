import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  findMigrations,
  findServiceMigrations,
  loadMigrations,
} from '#adapters/persistence/tables/migrations/find-migrations';
import { served } from '#composition/product/served';
import { temporaryFolder } from '../../../../../support/service-process.ts';

const PACKAGE = import.meta.resolve('@mikro-orm/migrations');
const MIGRATION = `import { Migration } from '${PACKAGE}';\nexport class One extends Migration { up() {} }\n`;

describe('The migrations of a folder', () => {
  const folder = temporaryFolder();
  after(() => {
    folder.remove();
  });

  const write = (file: string, text: string) => {
    writeFileSync(join(folder.path, file), text);
  };

  it('are the files whose names begin with a number, in its order, without their suffix', async () => {
    for (const file of ['0010-ten.ts', '0002-two.js', '0001-one.ts']) write(file, MIGRATION);
    for (const file of ['helpers.ts', '0001-one.d.ts', '0001-one.test.ts', '0003-map.js.map'])
      write(file, 'not loaded');
    const found = await loadMigrations(findMigrations(folder.path));
    expect(found.map(({ name }) => name)).to.deep.equal(['0001-one', '0002-two', '0010-ten']);
    expect(found.map((each) => each.class.name)).to.deep.equal(['One', 'One', 'One']);
  });

  for (const [name, files] of Object.entries({
    'a number too short': ['01-short.ts'],
    'no hyphen behind its number': ['0001_one.ts'],
    'a name of the service': ['service-0004-four.ts'],
    'the number of another': ['0001-one.ts', '0001-two.ts'],
  }))
    it(`are refused if one has ${name}`, () => {
      const wrongly = temporaryFolder();
      for (const file of files) writeFileSync(join(wrongly.path, file), MIGRATION);
      expect(() => findMigrations(wrongly.path)).to.throw(files[0] ?? '');
      wrongly.remove();
    });

  it('are none if the folder does not exist', () => {
    expect(findMigrations(join(folder.path, 'missing'))).to.deep.equal([]);
  });

  const wrong: Readonly<Record<string, string>> = {
    'no export': '',
    'two classes': `${MIGRATION}export class Two extends One {}\n`,
    'something else besides': `${MIGRATION}export const SLOTS = 32;\n`,
    'a class that is no migration': 'export class One {}\n',
    'a function': 'export function up() {}\n',
  };
  for (const [index, [what, text]] of Object.entries(wrong).entries())
    it(`are not loaded where a file has ${what}, which is named`, async () => {
      const [file, fresh] = [`000${index}-wrong.ts`, temporaryFolder()];
      writeFileSync(join(fresh.path, file), text);
      const error = await loadMigrations(findMigrations(fresh.path)).catch((reason: unknown) => reason);
      fresh.remove();
      expect(String(error)).to.equal(
        `Error: ${join(fresh.path, file)} must export one migration and nothing else: export default migration(…)`,
      );
    });

  it('keep their names, by which databases remember them', async () => {
    const present = [...findServiceMigrations(), ...findMigrations(served.tables.migrations)];
    expect(present.slice(0, 12).map(({ name }) => name)).to.deep.equal([
      'service-0001-baseline',
      'service-0002-keep-changes',
      '0001-create-tables',
      '0002-count-rows',
      '0003-index-text-and-order',
      '0004-index-words',
      '0005-reserve-counts',
      '0006-widen-versions',
      '0007-add-epoch',
      '0008-store-answers',
      '0009-count-changed-rows-first',
      '0010-baseline',
    ]);
    expect((await loadMigrations(present)).map(({ name }) => name)).to.deep.equal(present.map(({ name }) => name));
  });
});
