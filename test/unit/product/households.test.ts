import { expect } from 'chai';
import { households, type Household } from '#product/households';

const personsIn = (all: readonly Household[]) => all.flat().flatMap((each) => (each.type === 'person' ? [each] : []));
const computersIn = (all: readonly Household[]) =>
  all.flat().flatMap((each) => (each.type === 'computer' ? [each] : []));

describe('Believable households', () => {
  const many = [...households(500, 1)];
  const born = personsIn(many).flatMap(({ attributes }) => attributes.birth_date ?? []);

  it('are the same for the same seed, and begin the same whatever their number', () => {
    expect([...households(40, 1)]).to.deep.equal(many.slice(0, 40));
    expect([...households(40, 2)]).not.to.deep.equal(many.slice(0, 40));
  });

  it('begin with a person who owns a computer', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const [person, computer] = [...households(1, seed)].flat();
      expect(person?.type).to.equal('person');
      expect(computer).to.have.nested.property('links.owner', person);
    }
  });

  it('have persons of every decade from the 1930s to the 2010s, some without a date', () => {
    const decades = new Set(born.map((date) => date.slice(0, 3)));
    expect([...decades].sort()).to.deep.equal(['193', '194', '195', '196', '197', '198', '199', '200', '201']);
    expect(born.length).to.be.within(400, 499);
  });

  it('have e-mail addresses of nobody, and persons without one', () => {
    const addresses = personsIn(many).flatMap(({ attributes }) => attributes.email ?? []);
    for (const address of addresses) expect(address).to.match(/^[^@]+@example\.(com|org|net)$/);
    expect(addresses.length).to.be.within(350, 450);
  });

  it('have none to three computers each, and some that belong to nobody', () => {
    const owned = many.map((household) => computersIn([household]).filter(({ links }) => links !== undefined).length);
    expect(new Set(owned)).to.deep.equal(new Set([0, 1, 2, 3]));
    const computers = computersIn(many);
    expect(computers.filter(({ links }) => links === undefined).length).to.be.within(40, 120);
    expect(new Set(computers.map(({ attributes: { serial } }) => serial)).size).to.equal(computers.length);
  });
});
