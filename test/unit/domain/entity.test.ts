import { expect } from 'chai';
import { computerRules } from '../../../src/domain/computer.ts';
import { change, draft, nextVersion, revise } from '../../../src/domain/entity.ts';
import { InvalidAttributesError } from '../../../src/domain/errors.ts';
import { displayName, personRules } from '../../../src/domain/person.ts';
import { aComputer, aPerson, computerAttributes, personAttributes } from '../../support/builders.ts';

const ada = aPerson({ version: 3, name: 'Ada', email: 'ada@example.org', birthDate: '1815-12-10' });
const laptop = aComputer({ id: '2', serial: 'C-1', ownerId: '1' });

describe('person', () => {
  it('is drafted from valid attributes', () => {
    const attributes = personAttributes({ name: 'Ada', birthDate: '1815-12-10' });
    expect(draft(personRules, attributes)).to.deep.equal(attributes);
  });

  it('is not drafted from invalid attributes, and the error names all of them', () => {
    const attributes = personAttributes({ name: '', email: 'nobody', birthDate: '2023-02-29' });
    expect(invalidNames(() => draft(personRules, attributes))).to.deep.equal(['name', 'email', 'birthDate']);
  });

  it('ignores anything that is not an attribute', () => {
    const attributes = { ...personAttributes(), password: 'secret', id: '9', version: 9 };
    expect(draft(personRules, attributes)).to.deep.equal(personAttributes());
  });

  it('becomes a new person with the named changes and the next version', () => {
    const changed = change(personRules, ada, { name: 'Augusta', email: null });
    expect(changed).to.deep.equal({ ...ada, version: 4, name: 'Augusta', email: null });
    expect(ada).to.include({ name: 'Ada', version: 3 });
  });

  it('stays the same object when no value changes', () => {
    for (const changes of [{}, { name: 'Ada' }, { name: 'Ada', email: 'ada@example.org', birthDate: '1815-12-10' }])
      expect(change(personRules, ada, changes)).to.equal(ada);
  });

  it('ignores changes to anything that is not an attribute', () => {
    const changes = { id: '9', version: 9, password: 'secret' };
    expect(change(personRules, ada, { ...changes, name: 'Ada' })).to.equal(ada);
    const changed = change(personRules, ada, { ...changes, name: 'Augusta' });
    expect(changed).to.deep.equal({ ...ada, version: 4, name: 'Augusta' });
  });

  it('does not change into an invalid person, and the error names all invalid attributes', () => {
    expect(invalidNames(() => change(personRules, ada, { birthDate: '1815-13-10' }))).to.deep.equal(['birthDate']);
    const changes = { name: ' ', email: 'nobody', birthDate: '1815-12-10' };
    expect(invalidNames(() => change(personRules, ada, changes))).to.deep.equal(['name', 'email']);
  });

  const shown: readonly [name: string, email: string | null, expected: string][] = [
    ['Ada Lovelace', 'ada@example.org', 'ADA LOVELACE <ada@example.org>'],
    ['Ada Lovelace', null, 'ADA LOVELACE'],
    ['Stra\u00dfe', null, 'STRASSE'],
    ['\ufb01 \u0131 i', null, 'FI I I'],
    ['\u03bf\u03b4\u03cc\u03c2', null, '\u039f\u0394\u038c\u03a3'],
  ];
  for (const [name, email, expected] of shown)
    it(`is displayed as ${expected}`, () => {
      expect(displayName({ name, email })).to.equal(expected);
    });
});

describe('computer', () => {
  it('is drafted only from a valid serial', () => {
    const attributes = computerAttributes({ serial: 'C-1' });
    expect(draft(computerRules, attributes)).to.deep.equal(attributes);
    expect(invalidNames(() => draft(computerRules, { ...attributes, serial: ' ' }))).to.deep.equal(['serial']);
  });

  it('changes its serial and keeps its owner', () => {
    expect(change(computerRules, laptop, { serial: 'C-2' })).to.deep.equal({ ...laptop, version: 2, serial: 'C-2' });
    expect(change(computerRules, laptop, {})).to.equal(laptop);
  });

  it('does not treat its owner as an attribute', () => {
    const changes = { serial: 'C-1', ownerId: '7' };
    expect(change(computerRules, laptop, changes)).to.equal(laptop);
  });
});

describe('an entity', () => {
  it('is revised into a new one with the next version', () => {
    expect(revise(laptop, { ownerId: null })).to.deep.equal({ ...laptop, version: 2, ownerId: null });
    expect(laptop).to.include({ ownerId: '1', version: 1 });
  });

  it('stays the same object when a revision changes nothing', () => {
    for (const values of [{}, { ownerId: '1' }, { serial: 'C-1', ownerId: '1' }])
      expect(revise(laptop, values)).to.equal(laptop);
  });

  it('changes only its version when a relationship has changed', () => {
    expect(nextVersion(laptop)).to.deep.equal({ ...laptop, version: 2 });
  });
});

function invalidNames(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof InvalidAttributesError) return error.invalid.map(({ attribute }) => attribute);
    throw error;
  }
  return [];
}
