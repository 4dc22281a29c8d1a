import { expect } from 'chai';
import { sql, type RawBuilder } from 'kysely';
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApiClient } from '../../support/api-client.ts';
import {
  addPerson,
  expectAlive,
  expectQuietPool,
  expectRecovery,
  expectTimeout,
  expectUnavailable,
  openBench,
  shortTimes,
  storedNames,
  type FaultBench,
} from '../../support/fault-bench.ts';
import { PrivateServer } from '../../support/private-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { startTestService } from '../../support/test-service.ts';

async function nameOf({ administrator }: FaultBench): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ readonly name: string }>`select current_database() as name`.execute(
    administrator.kysely,
  );
  return sql.id(rows[0]?.name ?? '');
}

/** Affects new sessions only: open ones keep their mode, as after a demotion of their server. */
async function setReadOnly(bench: FaultBench, value: 'on' | 'off'): Promise<void> {
  const statement = sql`alter database ${await nameOf(bench)} set default_transaction_read_only to ${sql.raw(value)}`;
  await statement.execute(bench.administrator.kysely);
}

describe('A read-only database', () => {
  let bench: FaultBench;

  beforeEach(async () => {
    bench = await openBench();
    expect((await addPerson(bench.client, 'before')).status).to.equal(201);
    await setReadOnly(bench, 'on');
    bench.gate.cut();
  });

  afterEach(() => bench.close());

  it('serves reads and refuses writes', async () => {
    const { client, administrator } = bench;
    for (let count = 0; count < 5; count += 1) {
      expectUnavailable(await addPerson(client, 'never'));
      expect((await client.get('/persons/1')).status).to.equal(200);
    }
    await expectAlive(bench);
    await expectQuietPool(bench);
    expect(await storedNames(administrator)).to.deep.equal(['before']);
  });

  it('serves reads to a service that starts only now', async () => {
    const service = await startTestService({ ...shortTimes, DATABASE_URL: bench.gate.url });
    try {
      const client = new ApiClient(service.url);
      expect((await fetch(`${String(service.adminUrl)}/ready`)).status).to.equal(200);
      expect((await client.get('/persons/1')).status).to.equal(200);
      expectUnavailable(await addPerson(client, 'never'));
    } finally {
      await service.stop();
    }
  });

  it('is abandoned after a failover: all old connections are replaced, busy ones included', async () => {
    const { client, administrator } = bench;
    await Promise.all(Array.from({ length: 6 }, () => client.get('/persons')));
    await setReadOnly(bench, 'off');
    const answers = await Promise.all(Array.from({ length: 6 }, () => addPerson(client, 'perhaps')));
    const written = answers.filter(({ status }) => status === 201).length;
    for (const answer of answers.filter(({ status }) => status !== 201)) expectUnavailable(answer);
    await expectRecovery(client);
    await expectQuietPool(bench);
    const names = await storedNames(administrator);
    expect(names.filter((name) => name === 'perhaps')).to.have.length(written);
    expect((await Promise.all(Array.from({ length: 6 }, () => addPerson(client, 'x')))).map(({ status }) => status))
      .to //
      .deep.equal([201, 201, 201, 201, 201, 201]);
  });
});

/** Makes every insert of a person fail with an SQLSTATE. */
const failWith = async ({ administrator }: FaultBench, code: string): Promise<void> => {
  await sql`
    create or replace function fail() returns trigger language plpgsql as ${sql.lit(
      `begin raise exception 'internal secret' using errcode = '${code}'; end`,
    )}`.execute(administrator.kysely);
  await sql`create or replace trigger fail after insert on person execute function fail()`.execute(
    administrator.kysely,
  );
};

describe('A database out of resources', () => {
  it('serves reads, refuses writes and stores no part of them, when a trigger raises SQLSTATE 53000 to 53400 or 25P04', async () => {
    const bench = await openBench();
    const { client, administrator } = bench;
    try {
      // 25P04 means transaction_timeout. That setting needs PostgreSQL 17, but a trigger can raise the code on any version.
      for (const code of ['53000', '53100', '53200', '53300', '53400', '25P04']) {
        await failWith(bench, code);
        const answer = await addPerson(client, 'never');
        (code === '25P04' ? expectTimeout : expectUnavailable)(answer);
        expect(answer.text).not.to.contain('secret');
        expect((await client.get('/persons')).document.data).to.deep.equal([]);
      }
      await sql`drop trigger fail on person`.execute(administrator.kysely);
      await expectRecovery(client);
      await expectQuietPool(bench);
      expect(await storedNames(administrator)).to.deep.equal(['after']);
    } finally {
      await bench.close();
    }
  });

  it('at its connection limit (53300): refuses, and recovers when there is room', async () => {
    const bench = await openBench();
    const { administrator } = bench;
    const database = await nameOf(bench);
    // Superusers bypass the limit.
    const name = `guest_${process.pid}`;
    const role = sql.id(name);
    await sql`create role ${role} login`.execute(administrator.kysely);
    await sql`grant all on all tables in schema public to ${role}`.execute(administrator.kysely);
    await sql`grant usage on all sequences in schema public to ${role}`.execute(administrator.kysely);
    const url = new URL(bench.gate.url);
    url.username = name;
    const limited = await openBench({ MIGRATE: 'off' }, url.href);
    try {
      expect((await limited.client.get('/persons')).status).to.equal(200);
      await sql`alter database ${database} connection limit 0`.execute(administrator.kysely);
      limited.gate.cut();
      expectUnavailable(await addPerson(limited.client, 'never'));
      await expectAlive(limited);
      await sql`alter database ${database} connection limit -1`.execute(administrator.kysely);
      await expectRecovery(limited.client);
      await expectQuietPool(limited);
    } finally {
      await limited.close();
      await sql`drop owned by ${role}`.execute(administrator.kysely);
      await sql`drop role ${role}`.execute(administrator.kysely);
      await bench.close();
    }
  });
});

function run(program: string, ...parameters: readonly string[]): void {
  execFileSync(program, parameters, { stdio: 'ignore' });
}

describe('A full disk', () => {
  const folder = temporaryFolder();
  const disk = join(folder.path, 'disk');
  let server: PrivateServer | undefined;
  let bench: FaultBench | undefined;

  before(async function () {
    mkdirSync(disk);
    try {
      run('mount', '-t', 'tmpfs', '-o', 'size=64k', 'none', disk);
    } catch {
      this.skip(); // Mounting takes privileges; the trigger above simulates a full disk without them.
    }
    server = await PrivateServer.create();
    await server.start();
    bench = await openBench({}, server.url);
  });

  after(async () => {
    await bench?.close();
    await server?.remove();
    if (server !== undefined) run('umount', '-l', disk);
    folder.remove();
  });

  it('under the tables: serves reads, refuses writes and stores no part of them, until there is room again', async () => {
    if (bench === undefined) throw new Error('no bench');
    const { client, administrator } = bench;
    const NOBODY = 65534;
    chownSync(folder.path, NOBODY, NOBODY);
    chownSync(disk, NOBODY, NOBODY);
    const small = join(disk, 'small');
    mkdirSync(small);
    chownSync(small, NOBODY, NOBODY);
    await sql`create tablespace small location ${sql.lit(small)}`.execute(administrator.kysely);
    await sql`alter table person set tablespace small`.execute(administrator.kysely);
    await sql`alter index person_pkey set tablespace small`.execute(administrator.kysely);
    const name = 'x'.repeat(255);
    let added = 0;
    let answer = await addPerson(client, name);
    for (; answer.status === 201; added += 1) answer = await addPerson(client, name);
    expectUnavailable(answer);
    expect(added).to.be.above(10);
    expect((await client.get('/persons?page[size]=1')).document.meta.count).to.equal(added);
    await expectAlive(bench);
    run('mount', '-o', 'remount,size=4m', disk);
    await expectRecovery(client);
    await expectQuietPool(bench);
    expect((await storedNames(administrator)).filter((each) => each === name)).to.have.length(added);
  });
});
