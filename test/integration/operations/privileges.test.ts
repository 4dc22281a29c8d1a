import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../src/adapters/persistence/connection/database.ts';
import { openServer } from '../../support/open-server.ts';
import { SqlUnitOfWork } from '../../../src/adapters/persistence/unit-of-work.ts';
import { schema, type ResourceType } from '../../../src/application/model/schema.ts';
import type { UnitOfWork } from '../../../src/application/ports/unit-of-work.ts';
import { nextVersion } from '../../../src/domain/entity.ts';
import { describeApi, everySuite } from '../../contract/api/api.ts';
import { describeStatements } from '../../contract/api/statements.ts';
import { queryFor, wholeView } from '../../contract/fixtures.ts';
import { exampleOf, repositoryFor } from '../../contract/rows-of-types.ts';
import { readDocument } from '../../docs/documents.ts';
import { fencesOf, sectionOf } from '../../docs/markdown.ts';
import { personAttributes } from '../../support/builders.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const PASSWORD = 'least-privilege';

/** A new database with the two documented roles. */
class Roles {
  readonly #administrator: string;
  readonly #names: Readonly<Record<string, string>>;

  constructor(administrator: string) {
    this.#administrator = administrator;
    const suffix = new URL(administrator).pathname.slice(1);
    this.#names = { jsonapi_owner: `owner_${suffix}`, jsonapi_service: `service_${suffix}`, jsonapi: suffix };
  }

  urlOf(role: string): string {
    const url = new URL(this.#administrator);
    url.username = this.#names[role] ?? role;
    url.password = PASSWORD;
    return url.href;
  }

  /** Runs one of the documented SQL blocks, with this test's own names. */
  async run(block: number): Promise<void> {
    const section = sectionOf(readDocument('docs/operations.md'), 'Database roles') ?? '';
    const blocks = fencesOf(section).filter(({ language }) => language === 'sql');
    const text = blocks[block]?.lines.join('\n') ?? '';
    const named = text.replaceAll(/\bjsonapi(_owner|_service)?\b/g, (name) => `"${this.#names[name] ?? name}"`);
    for (const statement of named
      .replaceAll("'…'", `'${PASSWORD}'`)
      .split(';')
      .filter((each) => each.trim() !== ''))
      if (!/^\s*create database/.test(statement)) await this.as('', (database) => sql.raw(statement).execute(database));
  }

  /** Runs work as a role; as the administrator if the name is empty. */
  as<Result>(role: string, work: (database: Kysely<unknown>) => Promise<Result>): Promise<Result> {
    return this.open(role, ({ kysely }) => work(kysely));
  }

  /** The same, with the whole database. */
  async open<Result>(role: string, work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = openServer(role === '' ? this.#administrator : this.urlOf(role));
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  async drop(): Promise<void> {
    const { jsonapi_owner: owner = '', jsonapi_service: service = '', jsonapi: name = '' } = this.#names;
    await this.as('', async (database) => {
      for (const role of [service, owner]) await sql`drop owned by ${sql.id(role)} cascade`.execute(database);
      await sql`alter database ${sql.id(name)} owner to current_user`.execute(database);
      for (const role of [service, owner]) await sql`drop role ${sql.id(role)}`.execute(database);
    });
  }
}

async function createRoles(): Promise<Roles> {
  const url = await (await testServer()).createDatabase();
  const roles = new Roles(url);
  await roles.run(0);
  await roles.as('', (database) =>
    sql`alter database ${sql.id(new URL(url).pathname.slice(1))} owner to ${sql.id(new URL(roles.urlOf('jsonapi_owner')).username)}`.execute(
      database,
    ),
  );
  return roles;
}

const environmentOf = (roles: Roles): Readonly<Record<string, string>> => ({
  DATABASE_URL: roles.urlOf('jsonapi_service'),
  MIGRATE_DATABASE_URL: roles.urlOf('jsonapi_owner'),
});

async function start(): Promise<TestService> {
  const roles = await createRoles();
  // The first start creates the tables, then fails because nothing is granted yet.
  await startTestService(environmentOf(roles)).catch(() => undefined);
  await roles.run(1);
  const service = await startTestService(environmentOf(roles));
  return {
    ...service,
    async stop() {
      await service.stop();
      await roles.drop();
    },
  };
}

describeApi('The API with least privileges', start, [...everySuite, describeStatements]);

describe('The role of the service', () => {
  let roles: Roles;

  before(async () => {
    roles = await createRoles();
  });
  after(() => roles.drop());

  it('is refused at startup with the missing privilege until it is granted', async () => {
    const failure = await startTestService(environmentOf(roles)).then(
      () => 'it started',
      (error: unknown) => String(error),
    );
    expect(failure).to.match(/permission denied for table mikro_orm_migrations/);
    await roles.run(1);
    const service = await startTestService({ ...environmentOf(roles), MIGRATE: 'off' });
    await service.stop();
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
      expect(code).to.equal('42501');
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
  return [...each, 'select (name) on mikro_orm_migrations'];
}

/** What the current role or PUBLIC has been granted on tables and columns. */
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
  const draft = exampleOf(type);
  await unitOfWork.write(async (transaction) => {
    const repository = repositoryFor(transaction, type);
    const owner = type === 'person' ? undefined : await transaction.persons.add(personAttributes({ name: 'Ada' }));
    const { id } = await repository.add(draft);
    const [locked] = await repository.lock([id]);
    if (locked === undefined) throw new Error(`no ${type} ${id}`);
    await repository.save([{ ...nextVersion(locked), ...(owner === undefined ? {} : { ownerId: owner.id }) }]);
    const query = queryFor(type, { ...wholeView.selections[type], total: true, page: { size: 9, number: 1 } });
    const { records, total } = await transaction.reader.find(query);
    expect(records.map((record) => record.id)).to.deep.equal([id]);
    expect(total).to.equal(1);
    if (owner !== undefined) await transaction.persons.remove([owner.id]);
    await repository.remove([id]);
  });
}
