// Starts this version on databases of earlier versions, which `npm run upgrades` recorded.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sql, type Kysely } from 'kysely';
import { ApiClient, type ApiResponse, type RequestOptions } from '../../support/api-client.ts';
import { runCli } from '../../support/cli-process.ts';
import { createRoles, environmentOf } from '../../support/database-roles.ts';
import { atDepth } from '../../support/depth.ts';
import { openEmbedded } from '../../support/open-embedded.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { restoreAt, restoreEmbedded, unpackEmbedded } from '../../support/restore.ts';
import { startTestService } from '../../support/test-service.ts';
import { FILES, POLICY, readRecordings, type Recording } from '../../upgrades/recording.ts';

const OF_SERVICE = ['service-0002-keep-changes'];
/** The migrations that the baselines replace. A database that has run one of them continues with the others. */
const REPLACED = [
  '0001-create-tables',
  '0002-count-rows',
  '0003-index-text-and-order',
  '0004-index-words',
  '0005-reserve-counts',
  '0006-widen-versions',
  '0007-add-epoch',
  '0008-store-answers',
  '0009-count-changed-rows-first',
];

const recordings = readRecordings();
const dumped = recordings.filter(({ isDump }) => isDump);
const release = dumped.filter(({ name }) => name === 'release-0.2.0');

const dumpOf = ({ folder }: Recording): string => join(folder, FILES.dump);

/** The migrations that this version runs on a recorded database. */
function pendingOn({ migrations }: Recording): readonly string[] {
  const all = [...(migrations.includes('0001-create-tables') ? REPLACED : []), ...OF_SERVICE];
  return all.filter((name) => !migrations.includes(name));
}

describe('A database of an earlier version', () => {
  for (const recording of atDepth({ gate: release, campaign: dumped }))
    it(`is migrated by the command line and served with the documented grants: ${recording.name}`, async () => {
      const roles = await createRoles();
      const environment = environmentOf(roles);
      try {
        await restoreAt(roles.urlOf('jsonapi_owner'), dumpOf(recording));
        const { stderr } = await runCli(['migrate'], { environment });
        const pending = pendingOn(recording);
        expect(stderr).to.equal(
          pending.length === 0 ? 'no migrations are pending\n' : `migrated: ${pending.join(', ')}\n`,
        );
        await roles.run(1, 'jsonapi_owner');
        await expectServed({ ...environment, MIGRATE: 'off' }, recording);
        await roles.as('jsonapi_owner', (kysely) => expectMigrated(kysely, recording));
      } finally {
        await roles.drop();
      }
    });

  for (const recording of atDepth({ gate: dumped.filter((each) => !release.includes(each)), campaign: dumped }))
    it(`is migrated at the start on a server: ${recording.name}`, async () => {
      const url = await (await testServer()).createEmptyDatabase();
      await restoreAt(url, dumpOf(recording));
      await expectServed({ DATABASE_URL: url }, recording);
      const database = openServer(url);
      await expectMigrated(database.kysely, recording);
      await database.close();
    });

  for (const recording of atDepth({ gate: recordings.filter(({ isDump }) => !isDump), campaign: recordings }))
    it(`is migrated at the start of the embedded database: ${recording.name}`, async () => {
      const folder = recording.isDump
        ? await restoreEmbedded(dumpOf(recording))
        : unpackEmbedded(join(recording.folder, FILES.data));
      try {
        await expectServed({ DATA_DIR: folder }, recording);
        const database = await openEmbedded(folder);
        await expectMigrated(database.kysely, recording);
        await database.close();
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
});

async function expectMigrated(kysely: Kysely<unknown>, recording: Recording): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from mikro_orm_migrations order by id`.execute(kysely);
  expect(rows.map(({ name }) => name)).to.deep.equal([...recording.migrations, ...pendingOn(recording)]);
}

type Send = (method: string, path: string, options?: RequestOptions) => Promise<ApiResponse>;

/** Starts a service, expects the recorded responses, then writes. */
async function expectServed(environment: Readonly<Record<string, string>>, recording: Recording): Promise<void> {
  const { apiKey, folder } = recording;
  const access = apiKey === undefined ? {} : { POLICY_FILE: POLICY, KEYS_FILE: join(folder, FILES.keys) };
  const service = await startTestService({ ...environment, ...access });
  const client = new ApiClient(service.url, false, apiKey === undefined ? 'Accept' : 'Accept, Authorization');
  const authorization = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  const send: Send = (method, path, { headers = {}, ...options } = {}) =>
    client.send(method, path, { headers: { ...authorization, ...headers }, ...options });
  try {
    await expectSameReads(send, recording);
    await expectReplayed(send, recording);
    await expectTags(send, recording);
    await expectWritten(send, recording);
  } finally {
    await service.stop();
  }
}

/** Entity tags contain the version, so earlier ones never match in `If-None-Match`. */
async function expectSameReads(send: Send, { reads }: Recording): Promise<void> {
  for (const { path, tag, document } of reads) {
    const found = await send('GET', path, tag === undefined ? {} : { headers: { 'If-None-Match': tag } });
    expect(found.status, path).to.equal(200);
    expect(found.document, path).to.deep.equal(document);
    expect(found.headers.etag === undefined || found.headers.etag !== tag, path).to.equal(true);
  }
}

/** Requests whose key the earlier version stored are not carried out again. */
async function expectReplayed(send: Send, { keyed }: Recording): Promise<void> {
  for (const { method, path, body, key = '', status, document } of keyed) {
    const repeated = await send(method, path, { body, headers: { 'Idempotency-Key': key } });
    expect([repeated.status, repeated.headers['idempotent-replayed']], path).to.deep.equal([status, 'true']);
    expect(repeated.document, path).to.deep.equal(document);
  }
}

/** Earlier tags still hold in `If-Match`: the last one allows a change, an outdated one does not. */
async function expectTags(send: Send, { reads, outdatedTag }: Recording): Promise<void> {
  const tag = reads.find(({ path }) => path === '/persons/1')?.tag;
  const change = (ifMatch: string | undefined) => {
    const body = { data: { type: 'person', id: '1', attributes: { birth_date: '1815-12-11' } } };
    return send('PATCH', '/persons/1', { body, headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch } });
  };
  if (outdatedTag !== undefined) expect((await change(outdatedTag)).status).to.equal(412);
  expect((await change(tag)).status).to.equal(200);
  if (tag !== undefined) expect((await change(tag)).status).to.equal(412);
}

/** Ids continue, rows are counted, and the feed continues where the earlier version left it. */
async function expectWritten(send: Send, { position }: Recording): Promise<void> {
  const alan = { data: { type: 'person', attributes: { name: 'Alan Turing' } } };
  expect((await send('POST', '/persons', { body: alan })).document.data.id).to.equal('5');
  expect((await send('DELETE', '/computers/3')).status).to.equal(200);
  const list = async (path: string) => {
    const { document } = await send('GET', path);
    return { count: document.meta.count, ids: document.data.map(({ id }: { readonly id: string }) => id) };
  };
  expect(await list('/persons?sort=name')).to.deep.equal({ count: 4, ids: ['1', '5', '4', '2'] });
  expect(await list('/computers')).to.deep.equal({ count: 2, ids: ['1', '2'] });
  const { document } = await send('GET', `/changes?page%5Bafter%5D=${position ?? ''}`);
  expect(document.data.map(toldBy)).to.deep.equal(['updated person 1', 'created person 5', 'deleted computer 3']);
}

interface ToldChange {
  readonly attributes: { readonly action: string };
  readonly relationships: { readonly subject: { readonly data: { readonly type: string; readonly id: string } } };
}

function toldBy({ attributes, relationships }: ToldChange): string {
  const { type, id } = relationships.subject.data;
  return `${attributes.action} ${type} ${id}`;
}
