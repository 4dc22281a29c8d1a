import { expect } from 'chai';
import { readDialect } from '../../../../src/cli/commands/import-dialect.ts';

const mapOf = async (...map: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  (await readDialect({ operands: [], options: { map: [...map] } })).map;

describe('The option --map of an import', () => {
  it('says of a column, also of one without a heading, which attribute it has, or that it is left out', async () => {
    expect([...(await mapOf('Full = name=name', ' Notes ='))]).to.deep.equal([
      ['Full = name', 'name'],
      ['Notes', ''],
    ]);
    expect([...(await mapOf('='))]).to.deep.equal([['', '']]);
  });

  it('is refused if it names a column twice, or none', async () => {
    const failureOf = (...map: readonly string[]): Promise<string> => mapOf(...map).then(String, String);
    expect(await failureOf('Born=birth_date', ' Born=name')).to.match(/--map names the column "Born" twice$/);
    expect(await failureOf('name')).to.match(/--map must be a header and an attribute/);
  });
});
