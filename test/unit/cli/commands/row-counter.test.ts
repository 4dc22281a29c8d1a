import { expect } from 'chai';
import { rowCounter } from '../../../../src/cli/commands/row-counter.ts';

function rowsIn(format: 'csv' | 'ndjson', ...pieces: readonly string[]): number {
  const count = rowCounter(format);
  return pieces.reduce((_, piece) => count(Buffer.from(piece)), 0);
}

describe('The rows of an export', () => {
  it('are those of CSV without its header, whatever its cells contain', () => {
    expect(rowsIn('csv', 'id,name\r\n')).to.equal(0);
    expect(rowsIn('csv', 'id,name\r\n1,"a\nb ""c""\n', 'd"\r\n2,e\r\n')).to.equal(2);
    expect(rowsIn('csv')).to.equal(0);
  });

  it('are the lines of NDJSON', () => {
    expect(rowsIn('ndjson', '{"a":"\\""}\n{"b', '":1}\n')).to.equal(2);
  });
});
