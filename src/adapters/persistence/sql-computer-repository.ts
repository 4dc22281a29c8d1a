import { CollisionError } from '../../application/errors.ts';
import type { ComputerRepository, GiftOutcome } from '../../application/ports/computer-repository.ts';
import type { ResourceRecord, Selection } from '../../application/model/query.ts';
import type { Computer, ComputerAttributes } from '../../domain/computer.ts';
import { changeRow } from './change-row.ts';
import type { KnownStatements } from './known-statements.ts';
import { GIVE, type GiftRow } from './give-sql.ts';
import type { SqlSession } from './sql-session.ts';
import { Hole, identifiersSql, sql, Template } from './sql.ts';

const ADD = new Template(
  sql`insert into computer (serial, owner_id) values (${new Hole('serial')}, ${new Hole('owner')}::bigint) returning id::text`,
);

export class SqlComputerRepository implements ComputerRepository {
  readonly #session: SqlSession;
  readonly #database: KnownStatements;

  constructor(session: SqlSession, database: KnownStatements) {
    this.#session = session;
    this.#database = database;
  }

  async add({ serial }: ComputerAttributes, ownerId: string | null): Promise<string> {
    const [row] = await this.#session.send<readonly [id: string]>(ADD.fill({ serial, owner: ownerId }));
    if (row === undefined) throw new Error('insert returned no row');
    return row[0];
  }

  async ownedBy(personId: string): Promise<readonly string[]> {
    const rows = await this.#session.run(sql<readonly [id: string]>`
      select id::text from computer where owner_id = ${personId}::bigint order by computer.id`);
    return rows.map(([id]) => id);
  }

  async lock(ids: readonly string[]): Promise<readonly Computer[]> {
    if (ids.length === 0) return [];
    const rows = await this.#session.run(sql<readonly [id: string, serial: string, ownerId: string | null]>`
      select id::text as id, ${this.#database.dialect.readText(sql`serial`)} as serial, owner_id::text as owner_id
      from computer where id = any(${identifiersSql(ids)}) order by computer.id for update`);
    return rows.map(([id, serial, ownerId]) => ({ id, serial, ownerId }));
  }

  change(
    id: string,
    attributes: Partial<ComputerAttributes>,
    selection: Selection,
  ): Promise<ResourceRecord | undefined> {
    return changeRow(this.#session, this.#database, id, attributes, { ...selection, type: 'computer' });
  }

  async save({ id, serial }: Computer): Promise<void> {
    await this.#session.run(sql`
      update computer set serial = ${serial}, version = version + 1 where id = ${id}::bigint`);
  }

  async assignOwner(ids: readonly string[], ownerId: string | null): Promise<void> {
    if (ids.length === 0) return;
    await this.#session.run(sql`
      update computer set owner_id = ${ownerId}::bigint, version = version + 1
      where id = any(${identifiersSql(ids)}) and owner_id is distinct from ${ownerId}::bigint`);
  }

  async give(ids: readonly string[], ownerId: string | null): Promise<GiftOutcome> {
    const [row] = await this.#session.send<GiftRow>(GIVE.fill({ ids: [...new Set(ids)], owner: ownerId }));
    if (row === undefined) throw new Error('a gift has no outcome');
    const [ownerExists, hasMoved, existing] = row;
    if (hasMoved === 'true') throw new CollisionError('a computer has just been given to another person');
    return { ownerExists: ownerExists === 'true', existing: existing === '' ? [] : existing.split(',') };
  }

  async remove(id: string): Promise<void> {
    await this.#session.run(sql`delete from computer where id = ${id}::bigint`);
  }
}
