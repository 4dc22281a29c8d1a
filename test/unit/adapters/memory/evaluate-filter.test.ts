import { expect } from 'chai';
import { comparisons, comparatorFor } from '#adapters/memory/evaluate-filter';
import { kindOf, kinds, type KindName } from '#domain/kinds';
import { compareTexts } from '#domain/texts';

const names = Object.keys(kinds) as readonly KindName[];
const operators = Object.entries(comparisons);

describe('comparisons in memory', () => {
  for (const name of names)
    it(`follow the order of values of kind ${name}`, () => {
      const order = comparatorFor(name, name);
      const { valid } = kindOf(name).samples(kindOf(name).exampleLimits);
      for (const [index, left] of valid.entries())
        for (const [other, right] of valid.entries()) {
          const holding = operators.filter(([, holds]) => holds(order(left, right))).map(([operator]) => operator);
          const expected =
            index < other
              ? ['less', 'lessOrEqual']
              : index > other
                ? ['greater', 'greaterOrEqual']
                : ['equal', 'greaterOrEqual', 'lessOrEqual'];
          expect(holding, `${String(left)}, ${String(right)}`).to.have.members(expected);
        }
    });

  for (const left of names)
    for (const right of names.filter((name) => isComparedAsText(left, name)))
      it(`compare values of kind ${left} with those of kind ${right} as text`, () => {
        const order = comparatorFor(left, right);
        const [kind, other] = [kindOf(left), kindOf(right)];
        for (const value of kind.samples(kind.exampleLimits).valid)
          for (const against of other.samples(other.exampleLimits).valid)
            expect(order(value, against)).to.equal(compareTexts(kind.write(value), other.write(against)));
      });

  it('compare integers and decimals as numbers', () => {
    const order = comparatorFor('integer', 'decimal');
    expect(order(10, '9.50')).to.be.above(0);
    expect(order(-2, '-1.50')).to.be.below(0);
    expect(order(7, '7.00')).to.equal(0);
    expect(comparatorFor('decimal', 'integer')('9.50', 10)).to.be.below(0);
  });

  it('compare identifiers with each other as numbers, and with a text as text', () => {
    expect(comparatorFor('identifier', 'identifier')('10', '9')).to.be.above(0);
    expect(comparatorFor('identifier', 'text')('10', '9')).to.be.below(0);
  });
});

function isComparedAsText(left: KindName, right: KindName): boolean {
  const [one, other] = [kindOf(left), kindOf(right)];
  return one.compare !== other.compare && !(one.isNumber && other.isNumber);
}
