import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import type { CountsMode } from '#adapters/persistence/tables/counts/counts';
import { readDocument } from '../docs/documents.ts';
import { fencesOf, sectionOf } from '../docs/markdown.ts';
import { openPatiently } from './open-server.ts';
import { testServer } from './postgres-server.ts';
import { startTestService, type TestService } from './test-service.ts';

const PASSWORD = 'least-privilege';

/** The two documented roles of a database. */
export class Roles {
  readonly #administrator: string;
  readonly #names: Readonly<Record<string, string>>;

  /** @param schema its name, if the roles have their own schema */
  constructor(administrator: string, schema = '') {
    this.#administrator = administrator;
    const database = new URL(administrator).pathname.slice(1);
    const [owner, service] = [`${schema}owner_${database}`, `${schema}service_${database}`];
    this.#names = {
      jsonapi: database,
      jsonapi_owner: owner,
      jsonapi_service: service,
      acme: schema,
      acme_owner: owner,
      acme_service: service,
    };
  }

  urlOf(role: string): string {
    const url = new URL(this.#administrator);
    url.username = this.#names[role] ?? role;
    url.password = PASSWORD;
    return url.href;
  }

  /** Runs one of the documented SQL blocks, with this test's own names, as the administrator or another role. */
  async run(block: number, role = '', section = 'Database roles'): Promise<void> {
    const found = sectionOf(readDocument('docs/operations.md'), section) ?? '';
    const blocks = fencesOf(found).filter(({ language }) => language === 'sql');
    const text = blocks[block]?.lines.join('\n') ?? '';
    const named = text.replaceAll(/\b(jsonapi|acme)(_owner|_service)?\b/g, (name) => `"${this.#names[name] ?? name}"`);
    for (const statement of named
      .replaceAll("'…'", `'${PASSWORD}'`)
      .split(';')
      .filter((each) => each.trim() !== ''))
      if (!/^\s*create database/.test(statement))
        await this.as(role, (database) => sql.raw(statement).execute(database));
  }

  /** Runs work as a role; as the administrator if the name is empty. */
  as<Result>(role: string, work: (database: Kysely<unknown>) => Promise<Result>): Promise<Result> {
    return this.open(role, ({ kysely }) => work(kysely));
  }

  /** The same, with the whole database. */
  async open<Result>(role: string, work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = openPatiently(role === '' ? this.#administrator : this.urlOf(role));
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

/** Creates a database, and the roles without their grants. */
export async function createRoles(): Promise<Roles> {
  const url = await (await testServer()).createEmptyDatabase();
  const roles = new Roles(url);
  await roles.run(0);
  await roles.as('', (database) =>
    sql`alter database ${sql.id(new URL(url).pathname.slice(1))} owner to ${sql.id(new URL(roles.urlOf('jsonapi_owner')).username)}`.execute(
      database,
    ),
  );
  return roles;
}

/** The settings of a service that uses the roles. */
export function environmentOf(roles: Roles, counts: CountsMode = 'kept'): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: roles.urlOf('jsonapi_service'),
    MIGRATE_DATABASE_URL: roles.urlOf('jsonapi_owner'),
    COUNTS: counts,
  };
}

/** Starts a service whose role has the documented grants, and no more. */
export async function startWithLeastPrivileges(counts: CountsMode = 'kept'): Promise<TestService> {
  const roles = await createRoles();
  const environment = environmentOf(roles, counts);
  // The first start creates the tables, then fails because nothing is granted yet.
  await startTestService(environment).catch(() => undefined);
  await roles.run(1);
  const service = await startTestService(environment);
  return {
    ...service,
    async stop() {
      await service.stop();
      await roles.drop();
    },
  };
}

/**
 * Starts a service with the documented schema and roles, in a database where another service has its own. Stopping it
 * checks that it has not changed the other one's rows and left nothing in `public`.
 */
export async function startInSchema(): Promise<TestService> {
  const url = await (await testServer()).createEmptyDatabase();
  const [mine, other] = [new Roles(url, 'acme'), new Roles(url, 'Globex-2')];
  const start = async (roles: Roles): Promise<TestService> => {
    await roles.run(0);
    await roles.run(0, '', 'A schema for each service');
    await startTestService(environmentOf(roles)).catch(() => undefined);
    await roles.run(1, 'jsonapi_owner');
    return startTestService(environmentOf(roles));
  };
  const [theirs, service] = [await start(other), await start(mine)];
  const rows = sql`select id, name, version, (select sum(number) from person_count) as count from person order by id`;
  const before = await other.as('jsonapi_owner', async (database) => {
    await sql`insert into person (name) select 'theirs' from generate_series(1, 20)`.execute(database);
    return (await rows.execute(database)).rows;
  });
  return {
    ...service,
    async stop() {
      for (const each of [service, theirs]) await each.stop();
      expect((await other.as('jsonapi_owner', (database) => rows.execute(database))).rows).to.deep.equal(before);
      const left = sql`select relname from pg_class where relnamespace = 'public'::regnamespace`;
      expect((await mine.as('', (database) => left.execute(database))).rows).to.deep.equal([]);
      for (const roles of [mine, other]) await roles.drop();
    },
  };
}
