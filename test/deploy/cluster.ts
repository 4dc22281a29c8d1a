// The scripts and templates of deploy/cluster, without the packages that they need: the configuration is written, and compared.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { exportsIn } from './exports-in.ts';
import { faultsOf, outputOf, type Demand } from './faults.ts';
import { settingFaults } from './settings.ts';

/** The part of Patroni's configuration that is checked. */
interface Patroni {
  readonly restapi: { readonly listen: string };
  readonly etcd3: { readonly hosts: string };
  readonly bootstrap: {
    readonly dcs: Readonly<Record<'ttl' | 'loop_wait' | 'retry_timeout' | 'synchronous_mode', unknown>>;
  };
  readonly postgresql: { readonly listen: string };
}

/** The syntax errors that bash finds in the scripts of a folder. */
export function syntaxFaults(folder: string): readonly string[] {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sh'));
  return scripts.flatMap((script) => outputOf('bash', ['-n', join(folder, script)])?.lines ?? []);
}

/** @param folder of the scripts */
export function clusterFaults(folder: string): readonly string[] {
  const faults = syntaxFaults(folder);
  if (faults.length > 0) return faults;
  const written = mkdtempSync(join(tmpdir(), 'cluster-'));
  try {
    const { status, stderr } = run(folder, 'prepare_folder', written);
    if (status !== 0) return [stderr];
    return [
      ...faultsOf(configurationDemands(join(written, 'cluster'))),
      ...['hosts', 'pooler'].flatMap((way) => environmentFaults(folder, way, written)),
    ];
  } finally {
    rmSync(written, { recursive: true });
  }
}

/** Runs one function of the scripts, in a folder that is theirs already. */
function run(folder: string, call: string, written: string) {
  const sources = ['settings', 'templates', 'processes', 'database'].map((name) => `source "$0/lib/${name}.sh"`);
  const command = [...sources, 'OWNER=$(id -un)', call].join('\n');
  const own = { CLUSTER_FOLDER: join(written, 'cluster'), CLUSTER_POSTGRES: '/usr/lib/postgresql/15/bin' };
  const env = { ...process.env, ...own };
  return spawnSync('bash', ['-euo', 'pipefail', '-c', command, folder], { env, encoding: 'utf8' });
}

function configurationDemands(written: string): readonly Demand[] {
  const members = ['member1', 'member2', 'member3'];
  const files = ['haproxy.cfg', 'pgbouncer.ini', 'etcd.yaml', ...members.map((member) => `${member}/patroni.yaml`)];
  const texts = files.map((name) => readFileSync(join(written, name), 'utf8'));
  const [haproxy = '', pgbouncer = '', etcdText = '', ...patroni] = texts;
  const etcd = parse(etcdText) as { readonly 'listen-client-urls': string };
  const primaryPort = /^listen primary\n\s+bind \S+:(\d+)$/m.exec(haproxy)?.[1];
  return [
    ...texts
      .flatMap((text) => text.match(/\$\{\w+\}/g) ?? [])
      .map((each): Demand => [false, `nothing replaces ${each}`]),
    ...patroni.flatMap((text, index): readonly Demand[] => {
      const { restapi, etcd3, bootstrap, postgresql } = parse(text) as Patroni;
      const { ttl, loop_wait: loop, retry_timeout: retry, synchronous_mode: isSynchronous } = bootstrap.dcs;
      const name = members[index];
      const line = `server ${name} ${postgresql.listen} check port ${restapi.listen.split(':')[1]}\n`;
      const checks = haproxy.split(line).length - 1;
      return [
        [Number(loop) + 2 * Number(retry) <= Number(ttl), `${name}: loop_wait + 2 * retry_timeout is more than ttl`],
        [isSynchronous === true, `${name} is not synchronous`],
        [checks === 2, `HAProxy has ${name} ${checks} times with its ports, not twice`],
        [etcd['listen-client-urls'].endsWith(etcd3.hosts), 'Patroni asks another etcd'],
      ];
    }),
    [pgbouncer.includes(` port=${primaryPort}\n`), "PgBouncer does not connect to HAProxy's primary"],
    [/^pool_mode = transaction$/m.test(pgbouncer), 'PgBouncer does not pool transactions'],
  ];
}

/** The faults in the settings that the service would get. */
function environmentFaults(folder: string, way: string, written: string): readonly string[] {
  const { stdout, stderr, status } = run(folder, `read_passwords\nprint_environment ${way}`, written);
  if (status !== 0) return [stderr];
  const settings = exportsIn(stdout);
  return 'DATABASE_URL' in settings ? settingFaults(settings) : [`the environment for ${way} has no DATABASE_URL`];
}
