import { expect } from 'chai';
import { newRequestId } from '#adapters/http/koa/request-id';

describe('A new request id', () => {
  it('is 32 hexadecimal digits and unique', () => {
    const ids = Array.from({ length: 1000 }, newRequestId);
    for (const id of ids) expect(id).to.match(/^[0-9a-f]{32}$/);
    expect(new Set(ids).size).to.equal(ids.length);
  });
});
