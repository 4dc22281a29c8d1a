import { expect } from 'chai';
import { sql } from 'kysely';
import { expectAlive, expectQuietPool, openBench, type FaultBench } from '../../support/fault-bench.ts';

describe('A database whose schema does not match this version', () => {
  let bench: FaultBench;

  before(async () => {
    bench = await openBench();
  });

  after(() => bench.close());

  for (const [what, change, undo] of [
    [
      'a table is missing (42P01)',
      sql`alter table person rename to somebody`,
      sql`alter table somebody rename to person`,
    ],
    [
      'a column is missing (42703)',
      sql`alter table person rename email to mail`,
      sql`alter table person rename mail to email`,
    ],
  ] as const)
    it(`${what}: not ready, with a hint in the log and no internals for the client`, async () => {
      const { client, service, administrator } = bench;
      const ready = async (): Promise<Response> => fetch(`${String(service.adminUrl)}/ready`);
      expect((await ready()).status).to.equal(200);
      await change.execute(administrator.kysely);
      const answer = await client.get('/persons', { headers: { 'X-Request-Id': 'lost-table' } });
      expect(answer.status).to.equal(500);
      expect(answer.document.errors[0]).to.include({
        code: 'internal-error',
        detail: 'An unexpected error occurred; the request id is lost-table',
      });
      expect(answer.text).not.to.match(/relation|column|person"|email|migration/);
      const line = service.logged.at(-1);
      expect(line).to.have.nested.property('facts.requestId', 'lost-table');
      expect(line?.facts['error']).to.have.property('message').that.contains('have all its migrations run?');
      const unready = await ready();
      expect(unready.status).to.equal(503);
      expect(await unready.text()).to.contain('have all its migrations run?');
      await expectAlive(bench);
      await undo.execute(administrator.kysely);
      expect((await client.get('/persons')).status).to.equal(200);
      expect((await ready()).status).to.equal(200);
      await expectQuietPool(bench);
    });
});
