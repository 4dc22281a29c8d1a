import type { PersonRepository } from '../../application/ports/person-repository.ts';
import type { ResourceRecord, Selection } from '../../application/model/query.ts';
import type { Person, PersonAttributes } from '../../domain/person.ts';
import { changeRow } from './change-row.ts';
import type { KnownStatements } from './known-statements.ts';
import type { SqlSession } from './sql-session.ts';
import { Hole, identifiersSql, sql, Template } from './sql.ts';

const ADD = new Template(
  sql`insert into person (name, email, birth_date) values (${new Hole('name')}, ${new Hole('email')}, ${new Hole('birthDate')}) returning id::text`,
);

export class SqlPersonRepository implements PersonRepository {
  readonly #session: SqlSession;
  readonly #database: KnownStatements;

  constructor(session: SqlSession, database: KnownStatements) {
    this.#session = session;
    this.#database = database;
  }

  async add({ name, email, birthDate }: PersonAttributes): Promise<string> {
    const [row] = await this.#session.send<readonly [id: string]>(ADD.fill({ name, email, birthDate }));
    if (row === undefined) throw new Error('insert returned no row');
    return row[0];
  }

  async lock(ids: readonly string[], ownersOf: readonly string[] = []): Promise<readonly Person[]> {
    if (ids.length === 0 && ownersOf.length === 0) return [];
    const { dialect } = this.#database;
    // "no key": a new computer's foreign key check of another transaction need not wait for the lock.
    const wanted =
      ownersOf.length === 0
        ? identifiersSql(ids)
        : sql`array(select unnest(${ids}::bigint[]) union all select owner_id from computer where id = any(${identifiersSql(ownersOf)}))`;
    const rows = await this.#session.run(sql<
      readonly [id: string, name: string, email: string | null, birthDate: string | null]
    >`
      select id::text as id, ${dialect.readText(sql`name`)} as name, ${dialect.readText(sql`email`)} as email, to_char(birth_date, 'YYYY-MM-DD') as birth_date
      from person where id = any(${wanted}) order by person.id for no key update`);
    return rows.map(([id, name, email, birthDate]) => ({ id, name, email, birthDate }));
  }

  change(id: string, attributes: Partial<PersonAttributes>, selection: Selection): Promise<ResourceRecord | undefined> {
    return changeRow(this.#session, this.#database, id, attributes, { ...selection, type: 'person' });
  }

  async save({ id, name, email, birthDate }: Person): Promise<void> {
    await this.#session.run(sql`
      update person set name = ${name}, email = ${email}, birth_date = ${birthDate}, version = version + 1
      where id = ${id}::bigint`);
  }

  async touch(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#session.run(sql`update person set version = version + 1 where id = any(${identifiersSql(ids)})`);
  }

  async remove(id: string): Promise<void> {
    await this.#session.run(sql`delete from person where id = ${id}::bigint`);
  }
}
