import { expect } from 'chai';
import { tagOf } from '../../../explorer/src/model/version.ts';

describe('explorer: entity tags', () => {
  it('are those of the answer, also when a proxy has made them weak', () => {
    expect(tagOf(new Headers({ ETag: '"a.b"' }))).to.equal('"a.b"');
    expect(tagOf(new Headers({ ETag: 'W/"a.b"' }))).to.equal('"a.b"');
  });

  it('are missing where the answer has none', () => {
    expect(tagOf(new Headers())).to.equal(undefined);
    expect(tagOf(undefined)).to.equal(undefined);
  });
});
