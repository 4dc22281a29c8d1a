import { expect } from 'chai';
import { households } from '../../../../src/cli/seed/households.ts';

describe('Believable households', () => {
  const many = [...households(500, 1)];
  const born = many.flatMap(({ person }) => person.birth_date ?? []);

  it('are the same for the same seed, and begin the same whatever their number', () => {
    expect([...households(40, 1)]).to.deep.equal(many.slice(0, 40));
    expect([...households(40, 2)]).not.to.deep.equal(many.slice(0, 40));
  });

  it('begin with a person who owns a computer', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const [first] = households(1, seed);
      expect(first?.computers.length).to.be.within(1, 3);
    }
  });

  it('have persons of every decade from the 1930s to the 2010s, some without a date', () => {
    const decades = new Set(born.map((date) => date.slice(0, 3)));
    expect([...decades].sort()).to.deep.equal(['193', '194', '195', '196', '197', '198', '199', '200', '201']);
    expect(born.length).to.be.within(400, 499);
  });

  it('have e-mail addresses of nobody, and persons without one', () => {
    const addresses = many.flatMap(({ person }) => person.email ?? []);
    for (const address of addresses) expect(address).to.match(/^[^@]+@example\.(com|org|net)$/);
    expect(addresses.length).to.be.within(350, 450);
  });

  it('have none to three computers each, and some that belong to nobody', () => {
    expect(new Set(many.map(({ computers }) => computers.length))).to.deep.equal(new Set([0, 1, 2, 3]));
    expect(many.flatMap(({ spares }) => spares).length).to.be.within(40, 120);
    const serials = many.flatMap(({ computers }) => computers.map(({ serial }) => serial));
    expect(new Set(serials).size).to.equal(serials.length);
  });
});
