import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { everything, type Filter } from '#application/model/filter';
import { queryFor } from '../../contract/fixtures.ts';
import { aNewComputer, aNewPerson } from '../../support/builders.ts';
import { engines } from '../../support/database-engines.ts';

for (const engine of engines)
  describe(`Values on ${engine.name}`, () => {
    let database: Database;
    let unitOfWork: SqlUnitOfWork;

    beforeEach(async () => {
      database = await engine.open();
      unitOfWork = new SqlUnitOfWork(database);
    });

    afterEach(() => database.close());

    const namesOf = async (filter: Filter): Promise<readonly unknown[]> => {
      const { records } = await unitOfWork.reader.find(queryFor('person', { filter, attributes: ['name'] }));
      return records.map(({ attributes }) => attributes['name']);
    };

    it('keep all digits of identifiers beyond 2^53', async () => {
      for (const [table, start] of [
        ['person', '9007199254740993'],
        ['computer', '9223372036854775806'],
      ] as const)
        await sql`alter table ${sql.table(table)} alter column id restart with ${sql.raw(start)}`.execute(
          database.kysely,
        );
      const [personId, computerIds] = await unitOfWork.write(async ({ repositories: { person, computer } }) => {
        const { id: owner } = await person.add(aNewPerson({ name: 'Ada' }));
        const added = [
          await computer.add(aNewComputer({ serial: 'A', owner })),
          await computer.add(aNewComputer({ serial: 'B', owner })),
        ];
        return [owner, added.map(({ id }) => id)] as const;
      });
      expect(personId).to.equal('9007199254740993');
      expect(computerIds).to.deep.equal(['9223372036854775806', '9223372036854775807']);
      const page = { kind: 'numbered', size: 5, number: 1 } as const;
      expect(
        await unitOfWork.reader.find(queryFor('person', { page, linkage: ['computers'], total: true })),
      ).to.deep.equal({
        total: 1,
        records: [{ type: 'person', id: personId, attributes: {}, linkage: { computers: computerIds } }],
      });
      await unitOfWork.write(async ({ repositories: { person, computer } }) => {
        expect((await person.lock([personId])).map(({ id }) => id)).to.deep.equal([personId]);
        expect((await computer.lock(computerIds)).map(({ targets }) => targets['owner'])).to.deep.equal([
          personId,
          personId,
        ]);
        expect(await computer.targetsOf('owner', computerIds)).to.deep.equal([personId]);
        expect(await computer.referringTo('owner', [personId])).to.deep.equal(computerIds);
      });
    });

    it('keep versions beyond 2^31', async () => {
      const version = 2 ** 40;
      await unitOfWork.write(async ({ repositories: { person } }) => {
        const added = await person.add(aNewPerson({ name: 'Ada' }));
        await person.save([{ ...added, version }]);
        expect((await person.lock([added.id]))[0]?.version).to.equal(version);
      });
    });

    it('keep text as it was stored, a leading U+FEFF and quotes included', async () => {
      const names = ['\uFEFFAda', '\uFEFF', '\uFEFF\uFEFFx', `a'"\\{,}`, ' NULL ', '😀e\u0301'];
      for (const name of names)
        await unitOfWork.write(async ({ repositories: { person } }) => {
          const added = await person.add(aNewPerson({ name }));
          expect(added.attributes['name']).to.equal(name);
          expect(await person.lock([added.id])).to.deep.equal([added]);
          await person.save([added]);
        });
      expect(await namesOf(everything)).to.deep.equal(names);
      for (const name of names)
        expect(await namesOf({ kind: 'in', attribute: 'name', values: [name] })).to.deep.equal([name]);
    });

    it('read and write dates as YYYY-MM-DD, whatever the datestyle of the database', async () => {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
      await sql`alter database ${sql.id(rows[0]?.name ?? '')} set datestyle to 'SQL, DMY'`.execute(database.kysely);
      await sql`set datestyle to 'SQL, DMY'`.execute(database.kysely);
      const birthDate = '0987-02-03';
      await unitOfWork.write(async ({ repositories: { person } }) => {
        const added = await person.add(aNewPerson({ name: 'Ada', birthDate }));
        await person.save([added]);
        expect((await person.lock([added.id]))[0]?.attributes['birthDate']).to.equal(birthDate);
      });
      const filter: Filter = { kind: 'in', attribute: 'birthDate', values: [birthDate] };
      expect(await namesOf(filter)).to.deep.equal(['Ada']);
    });

    it('compare with strings that PostgreSQL cannot store', async () => {
      for (const name of ['a', 'a\u0001', 'b', '\uD7FF', '\uE000', '\uFFFD'])
        await unitOfWork.write(({ repositories }) => repositories.person.add(aNewPerson({ name })));
      const compared = (comparison: 'equal' | 'greater' | 'less', value: string): Promise<readonly unknown[]> =>
        namesOf({ kind: 'compare', attribute: 'name', comparison, operand: { kind: 'value', value } });
      expect(await compared('equal', 'a\0')).to.deep.equal([]);
      expect(await compared('less', 'a\0x')).to.deep.equal(['a']);
      expect(await compared('greater', 'a\0x')).to.deep.equal(['a\u0001', 'b', '\uD7FF', '\uE000', '\uFFFD']);
      expect(await compared('equal', '\uD800')).to.deep.equal([]);
      expect(await compared('less', '\uD800')).to.deep.equal(['a', 'a\u0001', 'b', '\uD7FF']);
      expect(await compared('greater', '\uD800')).to.deep.equal(['\uE000', '\uFFFD']);
      expect(await namesOf({ kind: 'text', attribute: 'name', comparison: 'like', value: 'a\0%' })).to.deep.equal([]);
      expect(await namesOf({ kind: 'in', attribute: 'name', values: ['\uD800', 'b', '\0'] })).to.deep.equal(['b']);
      const words: Filter = { kind: 'text', attribute: 'name', comparison: 'hasWords', value: 'A\0' };
      expect(await namesOf(words)).to.deep.equal(['a', 'a\u0001']);
    });

    it('compare identifiers with integers of any size', async () => {
      await unitOfWork.write(({ repositories }) => repositories.person.add(aNewPerson({ name: 'Ada' })));
      const compared = (comparison: 'equal' | 'greater' | 'less', value: string): Promise<readonly unknown[]> =>
        namesOf({ kind: 'compare', attribute: 'id', comparison, operand: { kind: 'value', value } });
      const huge = '9'.repeat(200_000);
      expect(await compared('less', huge)).to.deep.equal(['Ada']);
      expect(await compared('greater', `-${huge}`)).to.deep.equal(['Ada']);
      expect(await compared('greater', '-9223372036854775809')).to.deep.equal(['Ada']);
      expect(await compared('less', '9223372036854775808')).to.deep.equal(['Ada']);
      expect(await compared('equal', huge)).to.deep.equal([]);
      expect(await namesOf({ kind: 'in', attribute: 'id', values: [huge, '1'] })).to.deep.equal(['Ada']);
    });
  });
