import { expect } from 'chai';
import { operatorNames } from '#adapters/http/request/filter/filter-operators';
import { operatorWords } from '../../../explorer/src/components/operator-words.ts';
import { isWay } from '../../../explorer/src/model/text-ways.ts';

describe('explorer: words for operators', () => {
  const wordsOf = (op: string): string => operatorWords(op).replace(` (${op})`, '');

  it('exist for each operator of the API', () => {
    for (const op of operatorNames(() => true)) expect(wordsOf(op)).not.to.equal(op);
  });

  it('are not those of an everyday condition, which would replace the operator', () => {
    expect(operatorNames(() => true).filter(isWay)).to.deep.equal([]);
  });

  it('are the same for operators with the same meaning', () => {
    expect(wordsOf('is_')).to.equal(wordsOf('eq'));
    expect(wordsOf('isnot')).to.equal(wordsOf('ne'));
  });
});
