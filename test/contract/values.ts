import { expect } from 'chai';
import { clear } from './fixtures.ts';
import { addPerson, storedPerson } from './persons.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { aPerson } from '../support/builders.ts';

export function describeValues(unitOfWork: CurrentUnitOfWork): void {
  describe('person repository: values', () => {
    beforeEach(() => clear(unitOfWork()));

    it('keeps unset attributes unset', async () => {
      const id = await addPerson(unitOfWork(), 'Ada');
      expect(await storedPerson(unitOfWork(), id)).to.deep.equal(aPerson({ id, name: 'Ada' }));
    });

    it('sets and unsets attributes', async () => {
      const id = await addPerson(unitOfWork(), 'Ada', { email: 'a@example.org' });
      const set = aPerson({ id, version: 2, name: 'Augusta', email: null, birthDate: '1815-12-10' });
      const unset = aPerson({ id, version: 3, name: 'Augusta', email: 'b@example.org', birthDate: null });
      for (const person of [set, unset]) {
        await unitOfWork().write(async ({ repositories }) => {
          await repositories.person.lock([id]);
          await repositories.person.save([person]);
        });
        expect(await storedPerson(unitOfWork(), id)).to.deep.equal(person);
      }
    });

    it('stores any string unchanged', async () => {
      const names = [
        ' Ada ',
        "O'Brien; --",
        '"\\%_',
        'e\u0301',
        '\u00e9',
        '\u{1F600}',
        '\ufffd',
        'a\ufeff',
        '\u202eb',
        '\t\n\r',
        '$1 ?',
        '{}',
      ];
      for (const name of names) {
        const id = await addPerson(unitOfWork(), name);
        expect((await storedPerson(unitOfWork(), id))?.attributes['name'], JSON.stringify(name)).to.equal(name);
        const saved = aPerson({ id, version: 2, name: `${name}!`, email: name });
        await unitOfWork().write(async ({ repositories }) => {
          await repositories.person.lock([id]);
          await repositories.person.save([saved]);
        });
        expect(await storedPerson(unitOfWork(), id), JSON.stringify(name)).to.deep.equal(saved);
      }
    });

    it('stores the first and the last date', async () => {
      for (const birthDate of ['0001-01-01', '2000-02-29', '9999-12-31']) {
        const id = await addPerson(unitOfWork(), 'Ada', { birthDate });
        expect((await storedPerson(unitOfWork(), id))?.attributes['birthDate']).to.equal(birthDate);
      }
    });
  });
}
