import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { eventually } from '../../support/eventually.ts';
import {
  addComputer,
  addOwner,
  addPerson,
  emptyTables,
  expectAlive,
  expectQuietPool,
  expectRecovery,
  expectUnavailable,
  expectUnknownOutcome,
  openBench,
  SILENCE_MILLIS,
  storedNames,
  within,
  type FaultBench,
} from '../../support/fault-bench.ts';

const COMMIT = /^commit/im;
const INSERT = /insert into "person"/i;
/** Of the first timeline. */
const TOKEN = '000000010000000000000000';

describe('A connection lost around COMMIT', () => {
  let bench: FaultBench;

  before(async () => {
    bench = await openBench({ STATEMENT_TIMEOUT_MS: '600000' });
  });
  after(() => bench.close());

  const fill = async (): Promise<void> => {
    await emptyTables(bench);
    expect((await addComputer(bench.client)).status).to.equal(201);
    expect((await addPerson(bench.client, 'before')).status).to.equal(201);
  };
  beforeEach(fill);

  it('cut after COMMIT was sent: the outcome is unknown, and the write is stored once', async () => {
    const { gate, client, administrator } = bench;
    const sprung = gate.on(COMMIT, 'cut-after');
    const answer = await within(0, addOwner(client, 'perhaps'));
    await sprung;
    expectUnknownOutcome(answer);
    await eventually('the write is stored', async () => {
      expect(await storedNames(administrator)).to.deep.equal(['before', 'perhaps']);
    });
    await expectAlive(bench);
    await expectRecovery(client);
    await expectQuietPool(bench);
    expect(await storedNames(administrator)).to.deep.equal(['before', 'perhaps', 'after']);
  });

  it('cut before COMMIT reached the server: the outcome is still unknown, and nothing is stored', async () => {
    const { gate, client, administrator } = bench;
    const sprung = gate.on(COMMIT, 'cut-before');
    expectUnknownOutcome(await within(0, addOwner(client, 'never')));
    await sprung;
    await expectRecovery(client);
    await expectQuietPool(bench);
    expect(await storedNames(administrator)).to.deep.equal(['before', 'after']);
  });

  it('cut after a statement before COMMIT: unavailable, and nothing is stored', async () => {
    const { gate, client, administrator } = bench;
    const sprung = gate.on(INSERT, 'cut-after');
    expectUnavailable(await within(0, addOwner(client, 'never')));
    await sprung;
    expectUnavailable(
      await within(
        0,
        cutAt(bench, INSERT, () => addPerson(client, 'never')),
      ),
    );
    await expectRecovery(client);
    await expectQuietPool(bench);
    expect(await storedNames(administrator)).to.deep.equal(['before', 'after']);
  });

  it('cut after BEGIN: unavailable, and nothing is stored', async () => {
    const { gate, client, administrator } = bench;
    const sprung = gate.on(/^start transaction/im, 'cut-after');
    expectUnavailable(await within(0, addOwner(client, 'never')));
    await sprung;
    await expectRecovery(client);
    expect(await storedNames(administrator)).to.deep.equal(['before', 'after']);
  });

  it('cut around the COMMIT of a write to several tables: the outcome is unknown, and all or nothing is stored', async () => {
    const { gate, client, administrator } = bench;
    for (const [fault, owner] of [
      ['cut-before', null],
      ['cut-after', '1'],
    ] as const) {
      const sprung = gate.on(COMMIT, fault);
      const data = [{ type: 'computer', id: '1' }];
      expectUnknownOutcome(await within(0, client.post('/persons/1/relationships/computers', { data })));
      await sprung;
      await eventually('all or nothing is stored', async () => {
        expect(await storedOwnership(administrator)).to.deep.equal({ owner, bumped: owner !== null });
      });
    }
    await expectRecovery(client);
    await expectQuietPool(bench);
  });

  it('cut during a read: the read is retried on another connection', async () => {
    const { gate, client } = bench;
    const sprung = gate.on(/select/i, 'cut-after');
    const answer = await within(0, client.get('/persons'));
    await sprung;
    expect(answer.status).to.equal(200);
    await expectQuietPool(bench);
  });

  it('cut while a read with a token asks for the timeline: it is retried, too', async () => {
    const { gate, client } = bench;
    const sprung = gate.on(/pg_walfile_name/, 'cut-after');
    const answer = await within(0, client.get('/persons', { headers: { 'Consistency-Token': TOKEN } }));
    await sprung;
    expect(answer.status).to.equal(200);
    await expectQuietPool(bench);
  });

  it('cut around the COMMIT of a read with several queries: the read succeeds', async () => {
    const { gate, client } = bench;
    for (const fault of ['cut-before', 'cut-after'] as const) {
      const sprung = gate.on(COMMIT, fault);
      const answer = await within(0, client.get('/persons?include=computers.owner'));
      await sprung;
      expect(answer.status, fault).to.equal(200);
    }
    await expectQuietPool(bench);
  });

  it('cut before a long list begins: the list is retried', async () => {
    const { gate, client, administrator } = bench;
    await sql`insert into person (name) select 'x' from generate_series(1, 1200)`.execute(administrator.kysely);
    for (const statement of [/^start transaction/im, /set_config/, /^declare/im]) {
      const sprung = gate.on(statement, 'cut-after');
      const answer = await within(0, client.get('/persons?page[size]=0'));
      await sprung;
      expect(answer.status, statement.source).to.equal(200);
      expect(answer.document.data).to.have.length(1201);
    }
    await expectQuietPool(bench);
  });

  it('cut many times in a row: the pool loses no connection for good', async () => {
    const { gate, client, administrator } = bench;
    for (let round = 0; round < 10; round += 1) {
      const sprung = gate.on(round % 2 === 0 ? COMMIT : INSERT, 'cut-after');
      expect((await addOwner(client, `round ${round}`)).status).to.equal(503);
      await sprung;
    }
    await expectRecovery(client);
    await expectQuietPool(bench);
    await eventually('what was committed is stored', async () => {
      const rounds = (await storedNames(administrator)).filter((name) => name.startsWith('round'));
      expect(rounds).to.deep.equal([0, 2, 4, 6, 8].map((round) => `round ${round}`));
    });
  });

  it('refused by an error that proves a rollback: nothing is stored, and the outcome is known', async () => {
    for (const [code, expected] of [
      ['23514', 500],
      ['25001', 500],
      ['40001', 201],
      ['40P01', 201],
    ] as const) {
      await failCommitOnce(bench, code);
      expect((await addPerson(bench.client, code)).status, code).to.equal(expected);
    }
    expect(await storedNames(bench.administrator)).to.deep.equal(['before', '40001', '40P01']);
    await expectQuietPool(bench);
  });

  it('refused by any other error, as when a distributed server has lost the response of a node: the outcome is unknown', async () => {
    for (const code of ['XX000', '08006', '25P03', '25P04', '40003', '53100', '57014', '57P01', 'P0001']) {
      await failCommitOnce(bench, code);
      expectUnknownOutcome(await addPerson(bench.client, 'never'));
    }
    await expectRecovery(bench.client);
    await expectQuietPool(bench);
  });

  it('no reply to COMMIT: the outcome is unknown once the connection times out', async () => {
    await bench.close();
    bench = await openBench();
    await fill();
    const { gate, client, administrator } = bench;
    const sprung = gate.on(COMMIT, 'silence-after');
    const answer = within(SILENCE_MILLIS, addOwner(client, 'perhaps'));
    await sprung;
    await expectAlive(bench);
    expectUnknownOutcome(await answer);
    expect(await storedNames(administrator)).to.deep.equal(['before', 'perhaps']);
    await expectRecovery(client);
    await expectQuietPool(bench);
  });
});

/** Makes the next COMMIT that creates a person fail with an SQLSTATE. */
async function failCommitOnce({ administrator: { kysely } }: FaultBench, code: string): Promise<void> {
  await sql`create sequence if not exists commits`.execute(kysely);
  await sql`alter sequence commits restart`.execute(kysely);
  const body = `begin
    if nextval('commits') = 1 then raise exception 'a secret' using errcode = '${code}'; end if;
    return null;
  end`;
  await sql`create or replace function fail_commit() returns trigger language plpgsql security definer as ${sql.lit(body)}`.execute(
    kysely,
  );
  await sql`drop trigger if exists fail_commit on person`.execute(kysely);
  await sql`create constraint trigger fail_commit after insert on person deferrable initially deferred
    for each row execute function fail_commit()`.execute(kysely);
}

async function cutAt<Answer>({ gate }: FaultBench, where: RegExp, request: () => Promise<Answer>): Promise<Answer> {
  const sprung = gate.on(where, 'cut-after');
  const answer = await request();
  await sprung;
  return answer;
}

/** The owner of the computer, and if the person's version was bumped. */
async function storedOwnership({ kysely }: Database): Promise<unknown> {
  const { rows } = await sql`
    select owner_id::text as owner, (select version > 1 from person where id = 1) as bumped from computer where id = 1`.execute(
    kysely,
  );
  return rows[0];
}
