import { expect } from 'chai';
import fc from 'fast-check';
import { memberNames } from '#adapters/http/request/syntax/json';

describe('memberNames', () => {
  for (const [text, ...names] of [
    ['{}'],
    ['[]'],
    ['"a:"'],
    ['1'],
    ['{"a":{"b":1},"a":2}', 'a', 'a'],
    ['{"a":["b",{"c":"d"}],"e":"f"}', 'a', 'e'],
    [' { "a" : "b" , "c"\n:\t[ ] } ', 'a', 'c'],
    ['{"a":"\\"b\\":","{":"}","]":["}"]}', 'a', '{', ']'],
    ['{"\\u0061":1,"a\\\\":2,"":3}', 'a', 'a\\', ''],
    ['{"a":"x","b":"y:"}', 'a', 'b'],
    ['[{"a":1}]'],
    ['{"__proto__":1}', '__proto__'],
  ] as const)
    it(`are ${JSON.stringify(names)} in ${text}`, () => {
      expect(memberNames(text)).to.deep.equal(names);
    });

  it('are those of any object, in their order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.jsonValue())), fc.constantFrom(undefined, 1), (members, space) => {
        const texts = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value, null, space)}`);
        expect(memberNames(`{${texts.join(',')}}`)).to.deep.equal(members.map(([name]) => name));
      }),
    );
  });
});
