import { expect } from 'chai';
import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import type { StoredAnswer } from '#application/ports/idempotency-store';
import { writeRunner } from '#application/writing/write-transaction';
import { serverEngine } from '../../support/database-engines.ts';

const ANSWER: StoredAnswer = {
  status: 200,
  location: undefined,
  etag: undefined,
  contentType: 'x',
  body: '{}',
  viewer: undefined,
};

describe('Answers stored on a server', () => {
  let database: Database;
  let [mine, theirs]: readonly [SqlUnitOfWork, SqlUnitOfWork] = [undefined as never, undefined as never];

  before(async () => {
    database = await serverEngine.open();
    [mine, theirs] = [new SqlUnitOfWork(database), new SqlUnitOfWork(database)];
  });
  after(() => database.close());

  for (const [ends, kept] of [
    ['commits', 'answered'],
    ['fails', 'new'],
  ] as const)
    it(`are not waited for while another transaction has the key, until it ${ends}`, async () => {
      const key = `key of what ${ends}`;
      const [claimed, mayEnd] = [Promise.withResolvers<string>(), Promise.withResolvers<undefined>()];
      const write = mine.write(async ({ answers }) => {
        const claim = await answers.claim(key, 'request');
        if (claim.kind === 'new') await claim.keep(ANSWER, 60);
        claimed.resolve(claim.kind);
        await mayEnd.promise;
        if (ends === 'fails') throw new RangeError('on purpose');
      });
      expect(await claimed.promise).to.equal('new');
      for (const request of ['request', 'another request'])
        expect(await theirs.write(({ answers }) => answers.claim(key, request))).to.deep.equal({ kind: 'in use' });
      expect(await theirs.write(({ answers }) => answers.claim('another key', 'request'))).to.include({ kind: 'new' });
      mayEnd.resolve(undefined);
      await write.catch((error: unknown) => expect(error).to.be.instanceOf(RangeError));
      expect(await theirs.write(({ answers }) => answers.claim(key, 'request'))).to.include({ kind: kept });
    });

  it('run the work again if somebody who takes no lock has stored one meanwhile', async () => {
    const kinds: string[] = [];
    await writeRunner(mine)(async ({ answers }) => {
      const claim = await answers.claim('sneaked', 'request');
      kinds.push(claim.kind);
      if (claim.kind !== 'new') return;
      await sql`insert into answer (key, request, expires_at, status)
        values ('sneaked', 'request', now() + interval '1 hour', 204)`.execute(database.kysely);
      await claim.keep(ANSWER, 60);
    });
    expect(kinds).to.deep.equal(['new', 'answered']);
  });

  it('are purged without waiting for those that somebody has locked', async () => {
    await sql`insert into answer (key, request, expires_at, status) select n::text, '', now(), 204 from generate_series(1, 5) n`.execute(
      database.kysely,
    );
    await database.kysely.transaction().execute(async (transaction) => {
      await sql`select from answer where key in ('2', '3') for update`.execute(transaction);
      expect(await mine.purgeAnswers(100)).to.equal(3);
    });
    expect(await mine.purgeAnswers(100)).to.equal(2);
  });

  it('are purged by the index, whatever else is stored', async () => {
    await sql`insert into answer (key, request, expires_at, status) select n::text, '', 'infinity', 204 from generate_series(1, 20000) n`.execute(
      database.kysely,
    );
    await sql`analyze answer`.execute(database.kysely);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select key from answer where expires_at <= now() order by expires_at limit 200`.execute(database.kysely);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).to.match(/answer_expires_at/);
  });
});
