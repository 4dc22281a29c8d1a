import { expect } from 'chai';
import { product } from '#product';
import { defaultRequests } from '#models/default-requests';

describe('default requests', () => {
  it('create a resource of the first type with its required attributes, and list that type', () => {
    const data = { type: 'person', attributes: { name: 'Ada Lovelace' } };
    expect(defaultRequests(product.resources)).to.deep.equal([
      { title: 'Create a person', path: '/persons', body: { data } },
      { title: 'List persons', path: '/persons' },
    ]);
  });
});
