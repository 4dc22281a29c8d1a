import { expect } from 'chai';
import { readDialect } from '../../../../src/cli/commands/import-dialect.ts';

const mapOf = async (...map: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  (await readDialect({ operands: [], options: { map: [...map] } })).map;

describe('The option --map of an import', () => {
  it('maps a column to an attribute or leaves it out, even if the column has no heading', async () => {
    expect([...(await mapOf('Full = name=name', ' Notes ='))]).to.deep.equal([
      ['Full = name', 'name'],
      ['Notes', ''],
    ]);
    expect([...(await mapOf('='))]).to.deep.equal([['', '']]);
  });

  it('is refused if it names a column twice or has no equals sign', async () => {
    const failureOf = (...map: readonly string[]): Promise<string> => mapOf(...map).then(String, String);
    expect(await failureOf('Born=birth_date', ' Born=name')).to.match(/--map names the column "Born" twice$/);
    expect(await failureOf('name')).to.match(/--map must be a header and an attribute/);
  });
});
