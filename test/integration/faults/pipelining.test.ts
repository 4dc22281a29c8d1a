import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import {
  addPerson,
  emptyTables,
  expectQuietPool,
  openBench,
  storedNames,
  type FaultBench,
} from '../../support/fault-bench.ts';

describe('A statement that fails before anybody waits for it', () => {
  let bench: FaultBench;

  before(async () => {
    bench = await openBench();
  });
  after(() => bench.close());

  beforeEach(async () => {
    await emptyTables(bench);
    expect((await addPerson(bench.client, 'before')).status).to.equal(201);
  });

  /** Everything that a write could change. */
  async function stored(): Promise<unknown> {
    const { document, headers } = await bench.client.get('/persons/1');
    return { document, tag: headers['etag'], names: await storedNames(bench.administrator) };
  }

  const change = { data: { type: 'person', id: '1', attributes: { name: 'changed' } } };
  const requests = {
    'a creation': () => addPerson(bench.client, 'never'),
    'a change': () => bench.client.patch('/persons/1', change),
    'a deletion': () => bench.client.delete('/persons/1'),
  };

  for (const [name, send] of Object.entries(requests))
    it(`stores nothing of ${name} if it is BEGIN`, async () => {
      const before = await stored();
      const sprung = bench.gate.on(/^start transaction/, 'refuse');
      expect((await send()).status).to.equal(500);
      await sprung;
      expect(await stored()).to.deep.equal(before);
      expect((await send()).status).to.be.oneOf([200, 201]);
      await expectQuietPool(bench);
    });

  for (const name of ['a change', 'a deletion'] as const)
    it(`starts ${name} over if it has collided`, async () => {
      await doOnce(bench.administrator.kysely, `raise exception 'once' using errcode = '40001'`);
      const { status, text } = await requests[name]();
      expect(status, text).to.equal(200);
      expect(await storedNames(bench.administrator)).to.deep.equal(name === 'a change' ? ['changed'] : []);
      await expectQuietPool(bench);
    });

  for (const name of ['a change', 'a deletion'] as const)
    it(`knows that ${name} is not stored if the server ends the session over it`, async () => {
      const before = await stored();
      await doOnce(bench.administrator.kysely, 'perform pg_terminate_backend(pg_backend_pid())');
      // A server that ends a session before it has read everything resets the connection, and its error may be lost on the way.
      const sprung = bench.gate.on(/^commit/, 'drop');
      const { status, document } = await requests[name]();
      await sprung;
      expect({ status, code: document.errors?.[0]?.code }).to.deep.equal({ status: 503, code: 'service-unavailable' });
      expect(await stored()).to.deep.equal(before);
      expect((await requests[name]()).status).to.equal(200);
      await expectQuietPool(bench);
    });

  for (const [name, statement] of [
    ['a change', /^update "person"/],
    ['a deletion', /^delete from "person"/],
  ] as const)
    it(`fails ${name}, which is not stored`, async () => {
      const before = await stored();
      const sprung = bench.gate.on(statement, 'refuse');
      const { status, document } = await requests[name]();
      await sprung;
      expect({ status, code: document.errors?.[0]?.code }).to.deep.equal({ status: 500, code: 'internal-error' });
      expect(await stored()).to.deep.equal(before);
      expect((await requests[name]()).status).to.equal(200);
      await expectQuietPool(bench);
    });
});

/** Runs the statement once, in a trigger of the next change or deletion of a person. */
async function doOnce(kysely: Kysely<unknown>, statement: string): Promise<void> {
  await sql`create sequence if not exists changes`.execute(kysely);
  await sql`alter sequence changes restart`.execute(kysely);
  await sql
    .raw(
      `create or replace function do_once() returns trigger language plpgsql security definer as $$ begin
        if nextval('changes') = 1 then ${statement}; end if;
        return coalesce(new, old);
      end $$`,
    )
    .execute(kysely);
  await sql`
    create or replace trigger do_once before update or delete on person for each row execute function do_once()`.execute(
    kysely,
  );
}
