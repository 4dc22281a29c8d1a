import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { missingGrants } from '#adapters/persistence/storage/inspect';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { isDefault } from '#adapters/persistence/tables/table-model';
import { noRequest } from '#application/model/origin';
import { served } from '#composition/product/served';
import { resourceTypes, type ResourceType } from '#domain/schema';
import { addDraft } from '../../../contract/fixtures.ts';
import { exampleOf, nextIndex, toOneLinks } from '../../../contract/rows-of-types.ts';
import { createRoles, type Roles } from '../../../support/database-roles.ts';
import { openServer } from '../../../support/open-server.ts';

describe('The state that a change keeps', () => {
  let roles: Roles;
  let owner: Database;
  let service: Database;

  before(async () => {
    roles = await createRoles();
    const model = served.tables;
    owner = openServer(roles.urlOf('jsonapi_owner'), { model });
    service = openServer(roles.urlOf('jsonapi_service'), { model });
    await owner.migrate();
    if (isDefault(model)) await roles.run(1);
    else for (const grant of await missingGrants(service)) await sql.raw(grant).execute(owner.kysely);
    for (const type of resourceTypes) await addExamples(type);
    const { username } = new URL(roles.urlOf('jsonapi_service'));
    for (const { name } of Object.values(service.tables))
      await sql`revoke all on ${sql.table(name)} from ${sql.id(username)}`.execute(owner.kysely);
  });
  after(async () => {
    await service.close();
    await owner.close();
    await roles.drop();
  });

  /** One with relationships, and one without those that are not required. */
  async function addExamples(type: ResourceType): Promise<void> {
    await new SqlUnitOfWork(service).write(async (transaction) => {
      const targets: Record<string, string> = {};
      for (const { relationship, to } of toOneLinks.filter((link) => link.type === type))
        targets[relationship] = (await addDraft(transaction, exampleOf(to, nextIndex()))).id;
      const bare = await addDraft(transaction, exampleOf(type, nextIndex()));
      const linked = await addDraft(transaction, { ...exampleOf(type, nextIndex()), targets });
      const created = [bare, linked].map((after) => ({ before: undefined, after, links: {} }));
      await transaction.changes.write(created, noRequest);
    });
  }

  for (const type of resourceTypes)
    it(`gives the row of a ${type} back, without a right on its table`, async () => {
      const { name, properties } = service.tables[type];
      const columns = properties.map(({ column }) => column);
      const texts = (table: string) =>
        sql.join(columns.map((column) => sql`${sql.ref(`${table}.${column}`)}::text as ${sql.id(column)}`));
      const refusal = await sql`select from ${sql.table(name)}`.execute(service.kysely).then(
        () => 'allowed',
        (error: unknown) => (error as { readonly code?: string }).code,
      );
      expect(refusal).to.equal('42501');
      // PostgreSQL has types of its own that a table may be called like, such as box.
      const row = sql`null::${sql.id(await service.tableSchema(), name)}`;
      const { rows: told } = await sql`
        select resource::text as id, ${texts('told')} from change, jsonb_populate_record(${row}, state) told
        where type = ${type} order by resource`.execute(service.kysely);
      const ids = (told as readonly { readonly id: string }[]).map(({ id }) => id);
      const { rows: stored } = await sql`
        select id::text as id, ${texts('stored')} from ${sql.table(name)} stored
        where id::text = any(${sql.val(ids)}::text[]) order by stored.id`.execute(owner.kysely);
      expect(told).to.have.length(2);
      expect(told).to.deep.equal(stored);
      const unset = columns.filter((column) => told.every((row) => (row as Record<string, unknown>)[column] === null));
      expect(unset).to.deep.equal([]);
    });

  it('has the columns that the service uses, and no other', async () => {
    const { rows } = await sql<{ type: ResourceType; columns: readonly string[] }>`
      select type, array(select jsonb_object_keys(state)) as columns from change`.execute(service.kysely);
    for (const { type, columns } of rows)
      expect(columns).to.have.members(service.tables[type].properties.map(({ column }) => column));
    expect(rows.flatMap(({ columns }) => columns)).not.to.include('password');
  });
});
