import { writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { runCli } from '../../support/cli-process.ts';
import { testServer } from '../../support/postgres-server.ts';
import { temporaryFolder } from '../../support/service-process.ts';

const notEqual = (val: object | string): object => ({ name: 'name', op: 'ne', val });

describe('policy check', () => {
  const folder = temporaryFolder();
  const file = `${folder.path}/policy.json`;

  let environment: Readonly<Record<string, string>>;

  before(async () => {
    environment = { DATABASE_URL: await (await testServer()).createDatabase() };
    const roles = {
      self: { person: { read: { where: [{ name: 'email', op: 'eq', val: { claim: 'email' } }] } } },
      others: { person: { read: { where: [notEqual({ claim: 'name' })] }, delete: { where: [notEqual('Ada')] } } },
    };
    writeFileSync(file, JSON.stringify({ roles }));
  });
  after(() => folder.remove());

  const words = [
    'self',
    '  person: read every field where email eq the claim email; changes: exact',
    'others',
    '  person: read every field where name ne the claim name; delete where name ne "Ada"; changes: exact',
    '',
  ].join('\n');

  it('says which rows a role may reach, and that it found no database', async () => {
    const DATA_DIR = `${folder.path}/data`;
    const { code, stdout, stderr } = await runCli(['policy', 'check', file], { environment: { DATA_DIR } });
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: words });
    expect(stderr).to.equal(
      `indexes were not examined: DATABASE_URL is not set, and there is no database in ${DATA_DIR}\n`,
    );
  });

  it('names each condition that no index serves', async () => {
    const { code, stdout, stderr } = await runCli(['policy', 'check', file], { environment });
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: words });
    expect(stderr).to.match(
      /^others: no index serves the "where" to read person, which reads all of person for \(.*\)\n$/,
    );
  });

  it('also names a condition that matches every row', async () => {
    const every = `${folder.path}/every.json`;
    const where = [{ name: 'name', op: 'notin_', val: [] }];
    writeFileSync(every, JSON.stringify({ roles: { all: { person: { read: { where } } } } }));
    const { code, stderr } = await runCli(['policy', 'check', every], { environment });
    const line = 'all: no index serves the "where" to read person, which reads all of person for true\n';
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: line });
  });

  it('warns of values for new resources that the role can change', async () => {
    const presets = `${folder.path}/presets.json`;
    const create = { set: { owner: { claim: 'person_id' }, serial: 'S-1' } };
    const roles = { buyer: { computer: { read: {}, create, update: { fields: ['serial'] } } } };
    writeFileSync(presets, JSON.stringify({ roles }));
    const { code, stderr } = await runCli(['policy', 'check', presets], { environment: { DATABASE_URL: 'memory:' } });
    const line = 'buyer can change "serial" of computer, which is set only on creation\n';
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: line });
  });

  it('looks up the indexes of one role', async () => {
    const { code, stderr } = await runCli(['policy', 'check', file, '--as', 'self'], { environment });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
  });

  it('needs no valid settings to say what a role may do', async () => {
    const { code, stdout, stderr } = await runCli(['policy', 'check', file], { environment: { PORT: 'none' } });
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: words });
    expect(stderr).to.match(/^indexes were not examined: PORT .*\n$/);
  });

  it('needs no database where none is used', async () => {
    const { code, stderr } = await runCli(['policy', 'check', file], { environment: { DATABASE_URL: 'memory:' } });
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
  });
});
