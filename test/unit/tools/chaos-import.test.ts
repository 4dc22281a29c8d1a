import { writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { ImportedFile } from '../../chaos/import/imported-file.ts';

describe('The file of a chaos run of an import', () => {
  let file: ImportedFile;
  const names = Array.from({ length: 49 }, (_, index) => `P${index}`);
  const report = (kind: string, ...rows: readonly string[]): void =>
    writeFileSync(`${file.folder}/persons.csv.${kind}.csv`, ['name,birth_date,import_line', ...rows, ''].join('\n'));
  beforeEach(() => {
    file = ImportedFile.create(50);
  });
  afterEach(() => {
    file.remove();
  });

  it('is imported when each row is created once or refused once', () => {
    report('refused', 'P49,soon,51');
    expect(file.problems(names)).to.deep.equal([]);
  });

  it('is not when a row is lost, done twice, unknown or of nobody', () => {
    report('refused', 'P49,soon,51', 'P49,soon,51');
    report('unknown', 'P3,,5');
    expect(file.problems([...names.slice(1), 'P7', 'X'])).to.have.members([
      'P3 is reported as unknown',
      'P0 was created 0 times and refused 0 times',
      'P7 was created 2 times and refused 0 times',
      'P49 was created 0 times and refused 2 times',
      'X is in no row',
    ]);
  });
});
