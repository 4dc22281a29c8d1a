import { expect } from 'chai';
import { CompiledQuery, sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { everything, type Filter, type TextComparison } from '#application/model/filter';
import type { Query } from '#application/model/query';
import { textTests } from '#application/model/text-comparisons';
import { queryFor } from '../../contract/fixtures.ts';
import { aNewPerson } from '../../support/builders.ts';
import { engines } from '../../support/database-engines.ts';

const ada = aNewPerson({ name: 'Ada' });

const list = queryFor('person', { page: { kind: 'numbered', size: 2, number: 1 }, total: true });

for (const engine of engines)
  describe(`Statements on ${engine.name}`, () => {
    const statements: { readonly text: string; readonly parameters: readonly unknown[] }[] = [];
    let database: Database;
    let unitOfWork: SqlUnitOfWork;

    before(async () => {
      database = await engine.open({ onStatement: (text, parameters) => statements.push({ text, parameters }) });
      await sql`insert into person (name, birth_date)
        select 'Person ' || n, date '1990-01-01' - n::int from generate_series(1, 5) n`.execute(database.kysely);
      await sql`insert into computer (serial, owner_id)
        select 'S' || n, (array[1, 1, 2, null])[1 + n % 4] from generate_series(0, 7) n`.execute(database.kysely);
      await sql`analyze`.execute(database.kysely);
      unitOfWork = new SqlUnitOfWork(database);
    });

    beforeEach(() => {
      statements.length = 0;
    });

    after(() => database.close());

    it('fetch data, total and linkage together', async () => {
      const found = await unitOfWork.reader.find({ ...list, attributes: ['name'], linkage: ['computers'] });
      expect(statements).to.have.length(1);
      expect(found).to.deep.equal({
        total: 5,
        records: [
          { type: 'person', id: '1', attributes: { name: 'Person 1' }, linkage: { computers: ['1', '2', '5', '6'] } },
          { type: 'person', id: '2', attributes: { name: 'Person 2' }, linkage: { computers: ['3', '7'] } },
        ],
      });
    });

    it('fetch pages of members together for all rows, with totals and related rows', async () => {
      const sort = [{ path: [], attribute: 'serial', descending: true }];
      const page = { kind: 'cursor', size: 1, direction: 'after', position: undefined } as const;
      const linked = {
        attributes: [],
        linkage: ['computers'],
        bounds: { computers: { filter: everything, sort, page, total: true } },
      };
      const computers = { relationship: 'computers', attributes: ['serial'], linkage: [] };
      const persons = await unitOfWork.reader.find({ ...list, ...linked, related: [computers] });
      const owners = await unitOfWork.reader.find(
        queryFor('computer', { related: [{ relationship: 'owner', ...linked }] }),
      );
      for (const found of [persons.records, owners.related])
        expect(found?.map(({ linkage, members }) => [linkage, members?.['computers']?.total])).to.deep.equal([
          [{ computers: ['6'] }, 4],
          [{ computers: ['7'] }, 2],
        ]);
      expect(persons.related?.map(({ id }) => id)).to.deep.equal(['6', '7']);
      expect(statements).to.have.length(2);
    });

    it('name only the selected columns, the identifier and those of sort and filter', async () => {
      await unitOfWork.reader.find({
        ...list,
        attributes: ['email'],
        sort: [{ path: [], attribute: 'birthDate', descending: true }],
      });
      expect(statements[0]?.text)
        .to.match(/email/)
        .and.match(/birth_date/);
      expect(statements[0]?.text).not.to.match(/name|password|version|computer|owner|\*(?!\))/);
    });

    it('read the version if the query asks for it, and are the same otherwise', async () => {
      const query = { ...list, attributes: ['name'], linkage: ['computers'], page: undefined, total: false };
      await unitOfWork.reader.find(query);
      await unitOfWork.reader.find({ ...query, version: true });
      const [plain = '', versioned = ''] = statements.map(({ text }) => text);
      expect(plain).not.to.contain('version');
      const inner = ', "row"."version" as version';
      const outer = ', page.version::text as version';
      expect(versioned).to.contain(inner).and.to.contain(outer);
      expect(versioned.replace(inner, '').replace(outer, '')).to.equal(plain);
    });

    it('carry values as parameters only', async () => {
      const value = `x'; drop table person --`;
      const text = { kind: 'text', attribute: 'name', value } as const;
      await unitOfWork.reader.find({
        ...list,
        filter: {
          kind: 'or',
          filters: [
            ...(Object.keys(textTests) as TextComparison[]).map((comparison) => ({ ...text, comparison })),
            { kind: 'in', attribute: 'name', values: [value] },
          ],
        },
      });
      expect(statements[0]?.text).not.to.contain('drop');
      expect(statements[0]?.parameters).to.deep.include(value);
    });

    it('refuse attributes that are not in the schema, inherited names included', async () => {
      for (const name of ['password', 'owner', 'constructor', '__proto__', 'toString']) {
        const error = await unitOfWork.reader.find({ ...list, attributes: [name] }).catch((reason: unknown) => reason);
        expect(error)
          .to.be.instanceOf(Error)
          .with.property('message')
          .that.matches(/has no attribute/);
      }
      expect(statements).to.deep.equal([]);
    });

    const planOf = async (query: Query): Promise<string> => {
      const { sql: text, parameters } = database.statementCache.statementFor(query);
      const explain = `explain (analyze, costs off, timing off, summary off) ${text}`;
      const { rows } = await database.kysely.executeQuery<Readonly<Record<string, string>>>(
        CompiledQuery.raw(explain, [...parameters]),
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };

    it('do not scan for a page past the end, and still return the total', async () => {
      for (const number of [4, 2 ** 53 - 1])
        for (const sort of [[], [{ path: [], attribute: 'name', descending: false }]]) {
          const query: Query = { ...list, sort, page: { kind: 'numbered', size: 2 ** 53 - 1, number } };
          expect(await unitOfWork.reader.find(query)).to.deep.equal({ total: 5, records: [] });
          expect(await planOf(query)).to.match(
            /One-Time Filter.*\n *-> .* on person (?:"row"|row_1) \(never executed\)/,
          );
        }
    });

    it('read only the rows of the page', async () => {
      await sql`insert into person (name) select 'More ' || n from generate_series(1, 3000) n`.execute(database.kysely);
      await sql`analyze person`.execute(database.kysely);
      expect(await planOf(list)).to.match(
        /Index(?: Only)? Scan using person_pkey on person (?:"row"|row_1) \(actual rows=2/,
      );
    });

    const sorts: readonly Query['sort'][] = [
      [],
      [{ path: [], attribute: 'id', descending: true }],
      [{ path: [], attribute: 'birthDate', descending: true }],
      [{ path: [], attribute: 'birthDate', descending: false }],
      [
        { path: [], attribute: 'email', descending: true },
        { path: [], attribute: 'name', descending: false },
      ],
    ];
    const filters: readonly Filter[] = [
      everything,
      { kind: 'not', filter: { kind: 'in', attribute: 'id', values: ['1', '5', '3000'] } },
      { kind: 'text', attribute: 'name', comparison: 'like', value: '%r%' },
    ];

    it('return on every page what the whole list has there, read from either end', async () => {
      await sql`update person set birth_date = case when id % 3 > 0 then date '1990-01-01' + (id % 50)::int end,
        email = case when id % 4 > 0 then 'e' || id % 7 end`.execute(database.kysely);
      for (const filter of filters)
        for (const sort of sorts) {
          const query = { ...list, filter, sort, attributes: ['name', 'birthDate'], linkage: ['computers'] };
          const whole = await unitOfWork.reader.find({ ...query, page: undefined });
          const last = Math.ceil(whole.records.length / 7);
          for (const number of [1, 143, 144, 200, 214, 215, 216, last - 1, last, last + 1]) {
            const found = await unitOfWork.reader.find({ ...query, page: { kind: 'numbered', size: 7, number } });
            expect(found.total).to.equal(whole.records.length);
            expect(found.records).to.deep.equal(whole.records.slice((number - 1) * 7, number * 7));
          }
        }
    });

    it('read the last pages from the end', async () => {
      const plan = await planOf({ ...list, attributes: ['name'], page: { kind: 'numbered', size: 2, number: 1500 } });
      const scanned = [...plan.matchAll(/on person (?:"row"|row_\d) \(actual rows=(\d+)/g)].map(([, rows]) =>
        Number(rows),
      );
      expect(scanned).not.to.be.empty;
      expect(Math.max(...scanned)).to.be.below(20);
    });

    it('are one for each write through a port, whatever the number of entities, and none for no entities', async () => {
      await unitOfWork.write(async ({ repositories: { person, computer } }) => {
        const locked = await computer.lock(['3', '7']);
        await computer.save(locked.map((computer) => ({ ...computer, version: 5 })));
        const added = [await person.add(ada), await person.add(ada)];
        await person.remove(added.map(({ id }) => id));
        await person.lock([]);
        await person.save([]);
        await person.remove([]);
        await computer.referringTo('owner', []);
        await computer.targetsOf('owner', []);
      });
      expect(statements.map(({ text }) => /select|update|insert|delete/.exec(text)?.[0])).to.deep.equal([
        'select',
        'update',
        'insert',
        'insert',
        'delete',
      ]);
      const { rows } = await sql`
        select id::text as id, version::text as version from computer where id in (3, 7, 8) order by 1`.execute(
        database.kysely,
      );
      expect(rows).to.deep.equal([
        { id: '3', version: '5' },
        { id: '7', version: '5' },
        { id: '8', version: '1' },
      ]);
    });
  });
