import { expect } from 'chai';
import { lockOrder } from '#application/writing/lock-order';
import { areInCircle, resourceTypes } from '#domain/schema';
import { toOneLinks } from '../../../contract/rows-of-types.ts';

describe('the order of locks', () => {
  it('has every type once', () => {
    expect(lockOrder)
      .to.have.lengthOf(resourceTypes.length)
      .and.have.members([...resourceTypes]);
  });

  for (const { type, relationship, to } of toOneLinks.filter((link) => !areInCircle(link.type, link.to)))
    it(`has ${to} before ${type}, which refers to it by ${relationship}`, () => {
      expect(lockOrder.indexOf(to)).to.be.lessThan(lockOrder.indexOf(type));
    });

  for (const type of resourceTypes) {
    const circle = resourceTypes.filter((other) => areInCircle(type, other));
    if (circle[0] !== type || circle.length === 1) continue;
    it(`has the circle of ${circle.join(', ')} in the order of declaration`, () => {
      expect(lockOrder.filter((each) => circle.includes(each))).to.deep.equal(circle);
    });
  }
});
