import { expect } from 'chai';
import { parseWidths, widthKey, withoutWidths, withWidth, writeWidths } from '../../../explorer/src/model/widths.ts';
import { shelf } from './described.ts';

const built = widthKey('shelf', 'built');
const isbn = widthKey('book', 'isbn');

describe('explorer: column widths', () => {
  it('stay within limits', () => {
    expect(withWidth(new Map(), built, 120.4)).to.deep.equal(new Map([[built, 120]]));
    expect(withWidth(new Map(), built, -5).get(built)).to.equal(48);
    expect(withWidth(new Map(), built, 1e9).get(built)).to.equal(1200);
    expect(withWidth(new Map([[built, 120]]), built, undefined)).to.deep.equal(new Map());
  });

  it('are removed for one type only', () => {
    const widths = new Map([
      [built, 120],
      [isbn, 90],
    ]);
    expect(withoutWidths(widths, shelf)).to.deep.equal(new Map([[isbn, 90]]));
  });

  it('are read back as written, without invalid ones', () => {
    const widths = new Map([[built, 120]]);
    expect(parseWidths(writeWidths(widths))).to.deep.equal(widths);
    for (const written of ['', '[]', '{"shelf/built":"wide"}']) expect(parseWidths(written)).to.deep.equal(new Map());
  });
});
