import { expect } from 'chai';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterFaults } from '../../deploy/cluster.ts';
import { pathInRepository } from '../../deploy/repository.ts';

const original = pathInRepository('deploy/cluster');

/** Replaces a part of a file, and should cause this fault. */
type Plant = readonly [file: string, from: string, to: string, fault: RegExp];

const plants: readonly Plant[] = [
  ['cluster.sh', 'esac', '', /syntax error/],
  ['lib/members.sh', 'start_member() {', 'start_member() ', /syntax error/],
  ['lib/templates.sh', 'POOLER_PORT', 'POOL_PORT', /nothing replaces \$\{POOLER_PORT\}/],
  ['templates/patroni.yaml', '${REST_PORT}', '${POSTGRES_PORT}', /HAProxy has member1 0 times/],
  ['templates/patroni.yaml', 'retry_timeout: 5', 'retry_timeout: 10', /more than ttl/],
  ['templates/patroni.yaml', 'synchronous_mode: true', 'synchronous_mode: false', /not synchronous/],
  ['templates/patroni.yaml', 'hosts: 127.0.0.1:${ETCD_PORT}', 'hosts: 127.0.0.1:2379', /another etcd/],
  ['templates/haproxy.cfg', 'check port ${REST_PORT_2}', 'check port ${REST_PORT_1}', /HAProxy has member2 1 times/],
  ['templates/pgbouncer.ini', '${PRIMARY_PORT}', '${REPLICAS_PORT}', /does not connect to HAProxy's primary/],
  ['templates/pgbouncer.ini', '= transaction', '= session', /does not pool transactions/],
  ['lib/database.sh', 'DB_PREPARED off', 'DB_PREPARE off', /no variable DB_PREPARE$/m],
  ['lib/database.sh', 'target_session_attrs=read-write', 'target_session_attrs=write', /target_session_attrs/],
];

describe('The check of deploy/cluster', () => {
  it('finds nothing wrong with it', () => {
    expect(clusterFaults(original)).to.deep.equal([]);
  });

  for (const [file, from, to, fault] of plants)
    it(`finds ${to === '' ? 'nothing' : to} instead of ${from} in ${file}`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'planted-'));
      try {
        cpSync(original, folder, { recursive: true });
        const text = readFileSync(join(folder, file), 'utf8');
        expect(text, 'nothing would be planted').to.include(from);
        writeFileSync(
          join(folder, file),
          text.replace(from, () => to),
        );
        expect(clusterFaults(folder).join('\n')).to.match(fault);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
});
