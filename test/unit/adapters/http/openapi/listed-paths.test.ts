import { expect } from 'chai';
import { resources } from '#test/support/model';
import { fieldPaths, relationshipPathsFrom } from '#adapters/http/openapi/listed-paths';

const pathsFrom = (maxLength: number): readonly string[] =>
  relationshipPathsFrom(resources.person, maxLength).map(({ relationships }) => relationships.join('.'));

describe('placesFrom', () => {
  it('starts with the resource itself', () => {
    expect(pathsFrom(0)).to.deep.equal(['']);
  });

  it('lists the shorter paths first, up to the longest allowed', () => {
    expect(pathsFrom(3)).to.include.members(['', 'computers', 'computers.owner', 'computers.owner.computers']);
    const lengths = relationshipPathsFrom(resources.person, 3).map(({ relationships }) => relationships.length);
    expect(lengths).to.deep.equal(lengths.toSorted((left, right) => left - right));
    expect(lengths.at(-1)).to.equal(3);
  });

  it('does not grow without end, whatever the limit', () => {
    expect(pathsFrom(100_000).length).to.be.within(4, 51);
  });

  it('follows only the relationships that it is told to', () => {
    expect(relationshipPathsFrom(resources.person, 3, ({ cardinality }) => cardinality === 'one')).to.have.lengthOf(1);
  });
});

describe('fieldPaths', () => {
  it('joins relationships and fields as filters do', () => {
    const names = fieldPaths(relationshipPathsFrom(resources.person, 2)).map(({ name }) => name);
    expect(names).to.include.members(['name', 'computers', 'computers__serial', 'computers__owner__birth_date']);
  });
});
