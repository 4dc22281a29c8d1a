import { expect } from 'chai';
import { draws, inTurn, MIX, writeShare, type Kind } from '../../../../bench/capacity/mix.ts';
import { sizeAt } from '../../../../bench/load-data.ts';

describe('The mix of the capacity benchmark', () => {
  const size = sizeAt(1);

  it('has a hundred requests, of which ten write', () => {
    expect(inTurn()).to.have.length(100);
    expect(writeShare()).to.be.closeTo(0.1, 1e-12);
  });

  it('has each kind as often as its share', () => {
    const turns = inTurn();
    for (const kind of MIX)
      expect(
        turns.filter((each) => each === kind),
        kind.title,
      ).to.have.length(kind.share);
  });

  it('spreads a kind over the mix', () => {
    const kind = (title: string, share: number): Kind => ({ ...(MIX[0] ?? expect.fail()), title, share });
    const turns = inTurn([kind('a', 3), kind('b', 2), kind('c', 1)]);
    expect(turns.map(({ title }) => title).join('')).to.equal('abacba');
  });

  it('writes with the kinds that say so only', () => {
    for (const kind of MIX) expect(kind.request(draws(1), size).method !== 'GET', kind.title).to.equal(kind.isWrite);
  });

  it('links computers only that belong to nobody', () => {
    const link = MIX.find(({ title }) => title.includes('POST /persons/{id}/relationships')) ?? expect.fail();
    const draw = draws(7);
    for (let count = 0; count < 1000; count += 1) {
      const { data } = JSON.parse(link.request(draw, size).body ?? '') as { data: readonly [{ readonly id: string }] };
      const id = Number(data[0].id);
      expect(id % 10).to.equal(0);
      expect(id).to.be.within(10, size.computers);
    }
  });

  it('asks for existing persons, from the first to the last', () => {
    const [single = expect.fail()] = MIX;
    const least = single.request(() => 0, size);
    const most = single.request(() => 1 - Number.EPSILON, size);
    expect([least.path, most.path]).to.deep.equal(['/persons/1', `/persons/${size.persons}`]);
  });

  it('draws the same numbers for the same seed, and others for another one', () => {
    const some = (seed: number): readonly number[] => Array.from({ length: 100 }, draws(seed));
    expect(some(1)).to.deep.equal(some(1)).and.to.not.deep.equal(some(2));
    for (const each of some(3)) expect(each).to.be.within(0, 1 - Number.EPSILON);
  });
});
