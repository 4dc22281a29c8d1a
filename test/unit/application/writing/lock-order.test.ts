import { expect } from 'chai';
import { lockOrder } from '#application/writing/lock-order';
import { relationshipOf, relationshipNames, resourceTypes } from '#domain/schema';

describe('the order of locks', () => {
  it('has every type once', () => {
    expect(lockOrder)
      .to.have.lengthOf(resourceTypes.length)
      .and.have.members([...resourceTypes]);
  });

  for (const type of resourceTypes)
    for (const relationship of relationshipNames(type, 'one')) {
      const { to } = relationshipOf(type, relationship);
      it(`has a ${to} before a ${type}, whose ${relationship} leads there`, () => {
        expect(lockOrder.indexOf(to)).to.be.lessThan(lockOrder.indexOf(type));
      });
    }
});
