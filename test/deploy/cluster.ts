// The scripts and templates of deploy/cluster, without the packages that they need: the configuration is written, and compared.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { exportsIn } from './exports-in.ts';
import { syntaxFaults } from './scripts.ts';
import { settingFaults } from './settings.ts';

/** What the checks read of Patroni's configuration. */
interface Patroni {
  readonly restapi: { readonly listen: string };
  readonly etcd3: { readonly hosts: string };
  readonly bootstrap: { readonly dcs: Times & { readonly synchronous_mode?: boolean } };
  readonly postgresql: { readonly listen: string };
}

interface Times {
  readonly ttl: number;
  readonly loop_wait: number;
  readonly retry_timeout: number;
}

const MEMBERS = ['member1', 'member2', 'member3'];

/** @param folder of the scripts */
export function clusterFaults(folder: string): readonly string[] {
  const faults = syntaxFaults(folder);
  if (faults.length > 0) return faults;
  const written = mkdtempSync(join(tmpdir(), 'cluster-'));
  try {
    const passwords = run(folder, 'prepare_folder', written);
    if (passwords.status !== 0) return [passwords.stderr];
    return [...configurationFaults(written), ...environmentFaults(folder, written)];
  } finally {
    rmSync(written, { recursive: true });
  }
}

/** Runs one function of the scripts, in a folder that is theirs already. */
function run(folder: string, call: string, written: string) {
  const sources = ['settings', 'templates', 'processes', 'database'].map((name) => `source "$0/lib/${name}.sh"`);
  const owner = 'OWNER=$(id -un)';
  const command = [...sources, owner, call].join('\n');
  const env = {
    ...process.env,
    CLUSTER_FOLDER: join(written, 'cluster'),
    CLUSTER_POSTGRES: '/usr/lib/postgresql/15/bin',
  };
  return spawnSync('bash', ['-euo', 'pipefail', '-c', command, folder], { env, encoding: 'utf8' });
}

function configurationFaults(written: string): readonly string[] {
  const read = (name: string): string => readFileSync(join(written, 'cluster', name), 'utf8');
  const haproxy = read('haproxy.cfg');
  const pgbouncer = read('pgbouncer.ini');
  const etcd = parse(read('etcd.yaml')) as { readonly 'listen-client-urls': string };
  const members = MEMBERS.map((member) => parse(read(`${member}/patroni.yaml`)) as Patroni);
  const placeholders = [
    haproxy,
    pgbouncer,
    read('etcd.yaml'),
    ...MEMBERS.map((member) => read(`${member}/patroni.yaml`)),
  ]
    .flatMap((text) => text.match(/\$\{\w+\}/g) ?? [])
    .map((each) => `nothing replaces ${each}`);
  const primaryPort = /^listen primary\n\s+bind \S+:(\d+)$/m.exec(haproxy)?.[1] ?? 'none';
  return [
    ...placeholders,
    ...members.flatMap((member, index) => [
      ...memberFaults(member, MEMBERS[index] ?? '', haproxy),
      ...(etcd['listen-client-urls'].endsWith(member.etcd3.hosts) ? [] : ['Patroni asks another etcd']),
    ]),
    ...(pgbouncer.includes(` port=${primaryPort}\n`) ? [] : ["PgBouncer does not lead to HAProxy's primary"]),
    ...(/^pool_mode = transaction$/m.test(pgbouncer) ? [] : ['PgBouncer does not pool transactions']),
  ];
}

function memberFaults({ restapi, bootstrap, postgresql }: Patroni, name: string, haproxy: string): readonly string[] {
  const { ttl, loop_wait: loop, retry_timeout: retry, synchronous_mode: isSynchronous } = bootstrap.dcs;
  const line = `server ${name} ${postgresql.listen} check port ${restapi.listen.split(':')[1] ?? ''}\n`;
  const checks = haproxy.split(line).length - 1;
  return [
    ...(loop + 2 * retry <= ttl ? [] : [`${name}: loop_wait + 2 * retry_timeout is more than ttl`]),
    ...(isSynchronous === true ? [] : [`${name} is not synchronous`]),
    ...(checks === 2 ? [] : [`HAProxy has ${name} ${checks} times as it is, not twice`]),
  ];
}

/** What is wrong with the settings that the service would get. */
function environmentFaults(folder: string, written: string): readonly string[] {
  return ['hosts', 'pooler'].flatMap((way) => {
    const { stdout, stderr, status } = run(folder, `read_passwords\nprint_environment ${way}`, written);
    if (status !== 0) return [stderr];
    const settings = exportsIn(stdout);
    return 'DATABASE_URL' in settings ? settingFaults(settings) : [`the environment for ${way} has no DATABASE_URL`];
  });
}
