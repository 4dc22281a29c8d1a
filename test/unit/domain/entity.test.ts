import { expect } from 'chai';
import { change, draft, nextVersion } from '#domain/entity';
import { displayName } from '#domain/person';
import type { AttributesOf } from '#domain/schema';
import { aComputer, aNewComputer, aNewPerson, aPerson, personAttributes } from '../../support/builders.ts';

const ada = aPerson({ version: 3, name: 'Ada', email: 'ada@example.org', birthDate: '1815-12-10' });
const laptop = aComputer({ id: '2', serial: 'C-1', owner: '1' });

describe('an entity', () => {
  it('becomes a new one with the named changes and the next version', () => {
    const changed = change(ada, { name: 'Augusta', email: null });
    expect(changed).to.deep.equal({
      ...ada,
      version: 4,
      attributes: { ...ada.attributes, name: 'Augusta', email: null },
    });
    expect(ada).to.deep.include({
      version: 3,
      attributes: personAttributes({ email: 'ada@example.org', birthDate: '1815-12-10' }),
    });
  });

  it('stays the same object when no value changes', () => {
    for (const changes of [{}, { name: 'Ada' }, { name: 'Ada', email: 'ada@example.org', birthDate: '1815-12-10' }])
      expect(change(ada, changes)).to.equal(ada);
  });

  it('stays the same object when nothing is unset that was set', () => {
    const bare = aPerson({ name: 'Bob' });
    expect(change(bare, { name: 'Bob', email: null, birthDate: null })).to.equal(bare);
  });

  it('keeps what is left out, also if it is undefined', () => {
    const changes = { name: undefined, email: undefined };
    expect(change(ada, changes)).to.equal(ada);
    expect(change(ada, { ...changes, birthDate: null })).to.deep.equal({
      ...ada,
      version: 4,
      attributes: { ...ada.attributes, birthDate: null },
    });
  });

  it('tells values of different types apart', () => {
    const counted = { ...laptop, attributes: { count: 0, isUsed: false, text: '0', unset: null } };
    for (const changes of [{ count: false }, { isUsed: 0 }, { text: 0 }, { unset: 0 }, { unset: '' }, { unset: false }])
      expect(change(counted, changes), JSON.stringify(changes)).to.deep.equal({
        ...counted,
        version: 2,
        attributes: { ...counted.attributes, ...changes },
      });
  });

  it('keeps its targets when attributes change', () => {
    expect(change(laptop, { serial: 'C-2' })).to.deep.equal({ ...laptop, version: 2, attributes: { serial: 'C-2' } });
  });

  it('changes only its version when a relationship has changed', () => {
    expect(nextVersion(laptop)).to.deep.equal({ ...laptop, version: 2 });
    expect(laptop.version).to.equal(1);
  });
});

describe('a person', () => {
  it('can be without what is optional', () => {
    const attributes: AttributesOf<'person'> = personAttributes();
    const others = personAttributes({ email: 'ada@example.org', birthDate: '1815-12-10' });
    expect([attributes, others].map(displayName)).to.deep.equal(['ADA', 'ADA <ada@example.org>']);
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

describe('a draft', () => {
  it('has every attribute and every to-one relationship, unset if left out', () => {
    expect(draft('person', { name: 'Ada' }, {})).to.deep.equal(aNewPerson({ name: 'Ada' }));
    expect(draft('computer', { serial: 'C-1' }, { owner: '1' })).to.deep.equal(aNewComputer({ owner: '1' }));
    expect(draft('computer', { serial: 'C-1' }, { owner: undefined })).to.deep.equal(aNewComputer());
  });

  it('cannot be without what is required', () => {
    expect(() => draft('person', { email: 'ada@example.org' }, {})).to.throw('a person without name');
  });
});
