import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { nextVersion } from '#domain/entity';
import { schema, type ResourceType } from '#domain/schema';
import { queryFor, wholeView } from '../../contract/fixtures.ts';
import { exampleOf, toOneLinks } from '../../contract/rows-of-types.ts';
import { ApiClient } from '../../support/api-client.ts';
import { createRoles, environmentOf, type Roles } from '../../support/database-roles.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestService } from '../../support/test-service.ts';

/** The results, with `COUNTS=scan`, of the statements that then have no effect. */
const harmless = new Map([
  // Object not in prerequisite state: PostgreSQL says that before it looks at privileges.
  ['change a count', '55000'],
  ['rebuild the counts', 'allowed'],
]);

for (const counts of ['kept', 'scan'] as const)
  describe(`The role of the service, with COUNTS=${counts}`, () => {
    let roles: Roles;

    before(async () => {
      roles = await createRoles();
    });
    after(() => roles.drop());

    it('is refused at startup with the missing privilege until it is granted', async () => {
      const failure = await startTestService(environmentOf(roles, counts)).then(
        () => 'it started',
        (error: unknown) => String(error),
      );
      expect(failure).to.match(/permission denied for table mikro_orm_migrations/);
      await roles.run(1);
      const service = await startTestService({ ...environmentOf(roles, counts), MIGRATE: 'off' });
      await service.stop();
    });

    it('is not ready without the grants of the feed, says which, and is ready once it has them', async () => {
      const without = async (statement: string): Promise<void> => {
        await roles.as('', (database) => sql.raw(statement.replace('$', service)).execute(database));
      };
      const service = `"${new URL(roles.urlOf('jsonapi_service')).username}"`;
      const granted = [
        ['select, insert, delete', 'change'],
        ['select, insert, delete', 'change_pending'],
        ['select, insert, delete', 'change_order'],
        ['select, update', 'change_head'],
        ['usage', 'change_write'],
      ] as const;
      for (const [rights, on] of granted) await without(`revoke ${rights} on ${on} from $`);
      const running = await startTestService({ ...environmentOf(roles, counts), MIGRATE: 'off', ADMIN_PORT: '0' });
      try {
        const client = new ApiClient(running.url);
        const ready = async (): Promise<unknown> => (await fetch(`${running.adminUrl ?? ''}/ready`)).json();
        const missing = granted.map(([rights, on]) => `grant ${rights} on ${on} to ${service}`);
        expect(await ready()).to.deep.equal({
          status: 'unready',
          because: [`grants are missing: ${missing.join('; ').replaceAll('"', '')}`],
        });
        const body = { data: { type: 'person', attributes: { name: 'Ada' } } };
        expect((await client.post('/persons', body)).status).to.equal(503);
        for (const [rights, on] of granted) await without(`grant ${rights} on ${on} to $`);
        await eventually('it is ready', async () => JSON.stringify(await ready()) === '{"status":"ready"}');
        expect((await client.post('/persons', body)).status).to.equal(201);
        expect((await client.get('/changes')).document.data).to.have.length(1);
        await roles.as('', (database) => sql`delete from person`.execute(database));
      } finally {
        await running.stop();
      }
    });

    it('has exactly the documented grants for every table', () =>
      roles.open('jsonapi_service', async (database) => {
        const [granted, wanted] = [await grantsOf(database), wantedGrants(database)];
        const missing = wanted.filter((each) => !granted.includes(each));
        const surplus = granted.filter((each) => !wanted.includes(each));
        expect({ missing, surplus }).to.deep.equal({ missing: [], surplus: [] });
      }));

    for (const type of Object.keys(schema) as readonly ResourceType[])
      it(`may create, read, change, link and delete a ${type}`, () =>
        roles.open('jsonapi_service', (database) => useEverything(new SqlUnitOfWork(database), type)));

    const forbidden = {
      'read the hidden column': 'select password from person',
      'read whole rows': 'select * from person',
      'search the hidden column': `select id from person where password like 'a%'`,
      'write the hidden column': `update person set password = 'x'`,
      'create a person with a hidden value': `insert into person (name, password) values ('x', 'y')`,
      'choose an id': `insert into person (id, name) overriding system value values (7, 'x')`,
      'change an id': 'update person set id = default',
      'create a table': 'create table mine (id int)',
      'change a table': 'alter table person add column mine int',
      'empty a table': 'truncate computer',
      'create an index': 'create index mine on person (name)',
      'change a count': 'update person_count set number = 0',
      'rebuild the counts': 'select rebuild_counts()',
      'delete a migration': 'delete from mikro_orm_migrations',
      'record a migration': `insert into mikro_orm_migrations (name) values ('x')`,
    };
    for (const [what, statement] of Object.entries(forbidden))
      it(`may not ${what}`, async () => {
        const code = await roles.as('jsonapi_service', (database) =>
          sql
            .raw(statement)
            .execute(database)
            .then(
              () => 'allowed',
              (error: unknown) => (error as { readonly code?: string }).code,
            ),
        );
        expect(code).to.equal((counts === 'scan' ? harmless.get(what) : undefined) ?? '42501');
      });
  });

/** For every table of the schema, in the words of `grant`. */
function wantedGrants({ tables }: Database): readonly string[] {
  const each = Object.values(tables).flatMap(({ name, properties }) => {
    const stored = properties.map(({ column }) => column);
    const granted = [
      ...['id', 'version', ...stored].map((column) => `select (${column})`),
      ...stored.map((column) => `insert (${column})`),
      ...['version', ...stored].map((column) => `update (${column})`),
      'delete',
    ];
    return [...granted.map((right) => `${right} on ${name}`), `select on ${name}_count`];
  });
  const answer = ['select', 'insert', 'update', 'delete'].map((right) => `${right} on answer`);
  const changes = ['change', 'change_pending', 'change_order'].flatMap((table) =>
    ['select', 'insert', 'delete'].map((right) => `${right} on ${table}`),
  );
  const feed = ['select on change_head', 'update on change_head', 'usage on change_write'];
  return [...each, 'select on epoch', ...answer, ...changes, ...feed, 'select (name) on mikro_orm_migrations'];
}

/** The privileges of the current role or PUBLIC on tables and columns. */
async function grantsOf({ kysely }: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ granted: string }>`
    with lists as (
      select oid, null as attname, relacl as acl from pg_class
      union all select attrelid, attname, attacl from pg_attribute
    )
    select lower(privilege_type) || coalesce(' (' || attname || ')', '') || ' on ' || relname as granted
    from lists join pg_class using (oid), aclexplode(acl)
    where relnamespace = current_schema()::regnamespace and grantee in (0, current_user::regrole)`.execute(kysely);
  return rows.map(({ granted }) => granted);
}

/** Runs every statement the service has for rows of a type. */
async function useEverything(unitOfWork: UnitOfWork, type: ResourceType): Promise<void> {
  await unitOfWork.write(async ({ repositories, reader }) => {
    const targets: Record<string, string> = {};
    for (const [index, link] of toOneLinks.filter((each) => each.type === type).entries())
      targets[link.relationship] = (await repositories[link.to].add(exampleOf(link.to, index))).id;
    const { id } = await repositories[type].add(exampleOf(type));
    const [locked] = await repositories[type].lock([id]);
    if (locked === undefined) throw new Error(`no ${type} ${id}`);
    await repositories[type].save([{ ...nextVersion(locked), targets }]);
    for (const [relationship, target] of Object.entries(targets)) {
      expect(await repositories[type].targetsOf(relationship, [id])).to.deep.equal([target]);
      expect(await repositories[type].referringTo(relationship, [target])).to.deep.equal([id]);
    }
    const query = queryFor(type, {
      ...wholeView.selections[type],
      total: true,
      page: { kind: 'numbered', size: 9, number: 1 },
    });
    const { records, total } = await reader.find(query);
    expect(records.map((record) => record.id)).to.deep.equal([id]);
    expect(total).to.equal(1);
    await repositories[type].remove([id]);
    for (const link of toOneLinks.filter((each) => each.type === type))
      await repositories[link.to].remove([targets[link.relationship] ?? '']);
  });
}
