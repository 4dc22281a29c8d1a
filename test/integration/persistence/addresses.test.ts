import { expect } from 'chai';
import { sql } from 'kysely';
import { ApiClient } from '../../support/api-client.ts';
import { openServer } from '../../support/open-server.ts';
import { PrivateServer } from '../../support/private-server.ts';
import { startTestService } from '../../support/test-service.ts';

const PASSWORD = ':p@/?#%+&= w[]"\'\\';
const NAME = 'a/b?c#d%2Fe "f" \'g\' ä';
/** So that connections over TCP have to know the password. */
const ACCESS = `local all all trust
host postgres postgres 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
`;

describe('Database URLs', () => {
  let server: PrivateServer;
  const [name, password] = [NAME, PASSWORD].map(encodeURIComponent);

  before(async () => {
    server = await PrivateServer.create();
    server.write('pg_hba.conf', ACCESS);
    await server.start();
    const administrator = openServer(server.url);
    try {
      await sql`create role ada login password ${sql.lit(PASSWORD)}`.execute(administrator.kysely);
      await sql`create database ${sql.id(NAME)} owner ada`.execute(administrator.kysely);
    } finally {
      await administrator.close();
    }
  });
  after(() => server.remove());

  /** The server's description of a connection. */
  const connected = async (url: string): Promise<unknown> => {
    const database = openServer(url);
    try {
      const { rows } = await sql`select current_database() as name, current_user as user, inet_server_port() as port,
        current_setting('application_name') as application, current_setting('work_mem') as memory,
        current_setting('jit') as jit`.execute(database.kysely);
      return rows[0];
    } finally {
      await database.close();
    }
  };

  it('reach a database and a password of special characters, for migrations too', async () => {
    const url = `postgres://ada:${password}@127.0.0.1:${server.port}/${name}`;
    const service = await startTestService({ DATABASE_URL: url, MIGRATE_DATABASE_URL: url, FAIL_FAST: 'true' });
    try {
      expect((await new ApiClient(service.url).get('/persons')).status).to.equal(200);
      expect(await connected(url)).to.include({ name: NAME, user: 'ada', port: server.port });
    } finally {
      await service.stop();
    }
  });

  it('lead to a Unix socket, however they name its folder', async () => {
    const folder = encodeURIComponent(server.socketFolder);
    for (const url of [
      `postgres://ada@/${name}?host=${server.socketFolder}&port=${server.port}`,
      `postgres://ada@${folder}:${server.port}/${name}`,
      `postgres:///?user=ada&host=${folder}&port=${server.port}&dbname=${name}`,
    ])
      expect(await connected(url), url).to.include({ name: NAME, user: 'ada', port: null });
  });

  it('set the name of the application and settings of sessions, beside those of the service', async () => {
    const options = 'application_name=my+app&options=-c%20work_mem%3D7MB';
    expect(await connected(`${server.url}?${options}`)).to.include({
      application: 'my+app',
      memory: '7MB',
      jit: 'off',
    });
  });
});
