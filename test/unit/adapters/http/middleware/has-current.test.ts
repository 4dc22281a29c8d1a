import { expect } from 'chai';
import { hasCurrent } from '#adapters/http/middleware/has-current';

describe('hasCurrent', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', '"x,y", "a"', '*', ' * ', '"a", nonsense'])
    it(`finds the tag "a" in ${header}`, () => {
      expect(hasCurrent(header, '"a"')).to.equal(true);
    });

  for (const header of [undefined, '', '"b"', 'a', '"a', '"A"', '"a,b"', '"x", "ab"'])
    it(`does not find the tag "a" in ${header}`, () => {
      expect(hasCurrent(header, '"a"')).to.equal(false);
    });
});
