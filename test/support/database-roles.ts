import { sql, type Kysely } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import type { CountsMode } from '#adapters/persistence/tables/counts/counts';
import { readDocument } from '../docs/documents.ts';
import { fencesOf, sectionOf } from '../docs/markdown.ts';
import { openServer } from './open-server.ts';
import { testServer } from './postgres-server.ts';
import { startTestService, type TestService } from './test-service.ts';

const PASSWORD = 'least-privilege';

/** A new database with the two documented roles. */
export class Roles {
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
