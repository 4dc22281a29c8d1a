import { expect } from 'chai';
import { changeComputer, draftComputer } from '../../src/domain/computer.ts';
import { InvalidAttributesError } from '../../src/domain/errors.ts';
import { compareIdentifiers, isIdentifier } from '../../src/domain/identifier.ts';
import { changePerson, displayName, draftPerson, type Person } from '../../src/domain/person.ts';

const ada: Person = { id: '1', name: 'Ada', email: 'ada@example.org', birthDate: '1815-12-10' };

describe('person', () => {
  it('is drafted from valid attributes', () => {
    const draft = { name: 'Ada', email: null, birthDate: null };
    expect(draftPerson(draft)).to.deep.equal(draft);
  });

  it('is not drafted from invalid ones, all of which the error names', () => {
    const draft = { name: '', email: 'nobody', birthDate: '2023-02-29' };
    expect(invalidNames(() => draftPerson(draft))).to.deep.equal(['name', 'email', 'birthDate']);
  });

  it('takes nothing over that is no attribute', () => {
    const draft = { name: 'Ada', email: null, birthDate: null, password: 'secret' };
    expect(draftPerson(draft)).not.to.have.property('password');
  });

  it('changes what is named, as a new person', () => {
    const changed = changePerson(ada, { name: 'Augusta', email: null });
    expect(changed).to.deep.equal({ id: '1', name: 'Augusta', email: null, birthDate: '1815-12-10' });
    expect(ada.name).to.equal('Ada');
  });

  it('does not change into an invalid person', () => {
    expect(invalidNames(() => changePerson(ada, { birthDate: '1815-13-10' }))).to.deep.equal(['birthDate']);
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
  it('is drafted from a valid serial and from no other', () => {
    expect(draftComputer({ serial: 'C-1' })).to.deep.equal({ serial: 'C-1' });
    expect(invalidNames(() => draftComputer({ serial: ' ' }))).to.deep.equal(['serial']);
  });

  it('changes its serial and keeps its owner', () => {
    const computer = { id: '2', serial: 'C-1', ownerId: '1' };
    expect(changeComputer(computer, { serial: 'C-2' })).to.deep.equal({ id: '2', serial: 'C-2', ownerId: '1' });
    expect(changeComputer(computer, {})).to.deep.equal(computer);
  });
});

describe('identifier', () => {
  it('is a canonical integer from 1 to 2^63-1', () => {
    for (const text of ['1', '9', '10', '999999999999999999', '9223372036854775807'])
      expect(isIdentifier(text), text).to.equal(true);
    const others = [
      '',
      '0',
      '01',
      '+1',
      '-1',
      '1.0',
      '1e3',
      '0x1',
      ' 1',
      '1 ',
      '1\n',
      '1_0',
      'abc',
      '\u0661',
      '%',
      '\0',
    ];
    for (const text of [...others, '9223372036854775808', '9999999999999999999', '10000000000000000000'])
      expect(isIdentifier(text), text).to.equal(false);
  });

  it('has the order of integers', () => {
    const sorted = ['1', '2', '9', '10', '11', '99', '100', '9007199254740992', '9007199254740993'];
    expect(sorted.toReversed().sort(compareIdentifiers)).to.deep.equal(sorted);
    expect(compareIdentifiers('7', '7')).to.equal(0);
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
