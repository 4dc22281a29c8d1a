import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { runCli } from '../../support/cli-process.ts';
import { systemBinaries } from '../../support/postgres-binaries.ts';
import { hasSystemServer, testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const CURSOR_KEY = 'the key of these tests, of 32 characters or more';
const BY_NAME = '/persons?sort=name&page[size]=1&page[after]=';
const BY_ID = '/persons?sort=id&page[size]=1&page[after]=';

/** The packaged binaries have no `pg_dump`. */
(hasSystemServer() ? describe : describe.skip)('A database restored from a dump', () => {
  const folder = temporaryFolder();
  const services: TestService[] = [];
  const dump = join(folder.path, 'jsonapi.dump');
  let kept: Kept;

  before(async () => {
    const original = await (await testServer('system')).createDatabase();
    const client = await start({ DATABASE_URL: original });
    await write(client, 'before', 'Ada');
    await write(client, 'first', 'Ben');
    await run('pg_dump', '--format=custom', `--file=${dump}`, original);
    const changed = await rename(client, 'Augusta');
    const lost = await write(client, 'lost', 'Cy');
    kept = {
      tag: String(changed.headers.etag),
      lost: String(lost.headers.location),
      cursors: [await nextOf(client, BY_NAME), await nextOf(client, BY_ID)],
      cursorOfKey: await nextOf(await start({ DATABASE_URL: original, CURSOR_KEY }), BY_NAME),
      answer: await write(client, 'before', 'Ada'),
    };
  });
  afterEach(stopAll);
  after(() => {
    folder.remove();
  });

  const start = async (environment: Readonly<Record<string, string>>): Promise<ApiClient> => {
    const service = await startTestService(environment);
    services.push(service);
    return new ApiClient(service.url);
  };
  async function stopAll(): Promise<void> {
    for (const service of services.splice(0)) await service.stop();
  }
  async function restored(hasNewEpoch: boolean): Promise<Readonly<Record<string, string>>> {
    const environment = { DATABASE_URL: await (await testServer('system')).createEmptyDatabase() };
    await run('pg_restore', `--dbname=${environment.DATABASE_URL}`, dump);
    if (hasNewEpoch) expect(await runCli(['new-epoch'], { environment })).to.include({ code: 0 });
    return environment;
  }
  const statusOf = async (answer: Promise<ApiResponse>): Promise<number> => (await answer).status;

  for (const hasNewEpoch of [true, false])
    describe(`${hasNewEpoch ? 'with' : 'without'} a new epoch`, () => {
      let client: ApiClient;
      let environment: Readonly<Record<string, string>>;
      beforeEach(async () => {
        environment = await restored(hasNewEpoch);
        client = await start(environment);
      });

      it(`${hasNewEpoch ? 'matches no' : 'matches an'} earlier tag, although its version comes again`, async () => {
        await rename(client, 'Somebody Else');
        const seen = client.get('/persons/1', { headers: { 'If-None-Match': kept.tag } });
        expect(await statusOf(seen)).to.equal(hasNewEpoch ? 200 : 304);
        expect(await statusOf(rename(client, 'Blind', { 'If-Match': kept.tag }))).to.equal(hasNewEpoch ? 412 : 200);
      });

      it(`${hasNewEpoch ? 'refuses' : 'reads'} earlier cursors that are encrypted, and reads the others`, async () => {
        const [byName, byId] = kept.cursors;
        expect(await statusOf(client.get(byName))).to.equal(hasNewEpoch ? 400 : 200);
        expect(await statusOf(client.get(byId))).to.equal(200);
        const withKey = await start({ ...environment, CURSOR_KEY });
        expect(await statusOf(withKey.get(kept.cursorOfKey))).to.equal(200);
      });

      it('repeats the answers that it has, with their earlier tags', async () => {
        const { status, text, headers } = await write(client, 'before', 'Ada');
        expect({ status, text, etag: headers.etag }).to.deep.equal({
          status: 201,
          text: kept.answer.text,
          etag: kept.answer.headers.etag,
        });
        expect(headers['idempotent-replayed']).to.equal('true');
        const condition = { 'If-Match': String(headers.etag) };
        expect(await statusOf(rename(client, 'Mine', condition))).to.equal(hasNewEpoch ? 412 : 200);
      });

      it('does anew what is not in it, whatever has the key, and under ids that were given before', async () => {
        const { status, headers } = await write(client, 'lost', 'Dan');
        expect({ status, location: headers.location }).to.deep.equal({ status: 201, location: kept.lost });
        expect(headers).not.to.have.property('idempotent-replayed');
      });

      it('keeps its counts', async () => {
        await write(client, 'new', 'Eve');
        const { document } = await client.get('/persons?page[size]=1');
        expect(document.meta).to.deep.include({ count: 3 });
      });
    });
});

interface Kept {
  /** Of the first person, as it was changed after the dump. */
  readonly tag: string;
  /** The place of a person created after the dump. */
  readonly lost: string;
  readonly cursors: readonly [byName: string, byId: string];
  readonly cursorOfKey: string;
  readonly answer: ApiResponse;
}

async function run(program: 'pg_dump' | 'pg_restore', ...parameters: readonly string[]): Promise<void> {
  await promisify(execFile)(join(systemBinaries() ?? '', program), parameters);
}

function write(client: ApiClient, key: string, name: string): Promise<ApiResponse> {
  const data = { type: 'person', attributes: { name } };
  return client.post('/persons', { data }, { headers: { 'Idempotency-Key': key } });
}

function rename(client: ApiClient, name: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> {
  return client.patch('/persons/1', { data: { type: 'person', id: '1', attributes: { name } } }, { headers });
}

/** The path and query of the second page. */
async function nextOf(client: ApiClient, first: string): Promise<string> {
  const { document } = await client.get(first);
  const { pathname, search } = new URL(String(document.links.next), 'http://service');
  return `${pathname}${search}`;
}
