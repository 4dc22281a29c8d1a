// Describes a service that is late after a promotion: its own view of its hosts, and the hosts' state. Times are relative to the promotion.
import { sql } from 'kysely';
import type { PrivateServer } from '../../support/private-server.ts';
import { onServer } from '../../support/replicated-servers.ts';
import type { CrashingService } from '../crashing-service.ts';
import { secondsBetween, summarizeLog } from './summarize-log.ts';

/** The log begins this long before the promotion, so that it includes the loss of the primary as the service saw it. */
const BEFORE_MILLIS = 10_000;
const METRICS = ['workers', 'db_pool_connections', 'db_replica_up', 'db_replica_behind_bytes'];

/** The `application_name` of a service's sessions. */
export function sessionsOf(name: string): string {
  return `service-${name}`;
}

/**
 * @param promotedAt from `performance.now()`
 * @returns lines of text
 */
export async function describeLateService(
  service: CrashingService,
  servers: readonly PrivateServer[],
  promotedAt: number,
): Promise<readonly string[]> {
  const looked = `at ${secondsBetween(promotedAt, performance.now())}`;
  const [pages, ...hosts] = await Promise.all([
    pagesOf(service),
    ...servers.map((server) => describeHost(server, sessionsOf(service.name))),
  ]);
  const log = summarizeLog(service.log, performance.timeOrigin + promotedAt, BEFORE_MILLIS);
  return [
    'its log, levels 40 and up:',
    ...indented(log.length === 0 ? ['nothing'] : log),
    `its admin port, ${looked}:`,
    ...indented(pages),
    `the hosts themselves, ${looked}:`,
    ...indented(hosts),
  ];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

async function pagesOf({ admin }: CrashingService): Promise<readonly string[]> {
  try {
    const { status, text } = await admin.get('/ready');
    const samples = await Promise.all(METRICS.map((metric) => admin.lines(metric)));
    return [`/ready ${status} ${text}`, ...samples.map((lines) => lines.join(', ')).filter((line) => line !== '')];
  } catch (error) {
    return [`does not answer: ${String(error)}`];
  }
}

async function describeHost(server: PrivateServer, sessions: string): Promise<string> {
  const host = `127.0.0.1:${server.port}`;
  if (!server.isStarted) return `${host} is stopped`;
  try {
    const { rows } = await onServer(server, (kysely) => standing(sessions).execute(kysely));
    return `${host} ${rows[0]?.standing ?? 'tells nothing'}`;
  } catch (error) {
    return `${host} does not answer: ${String(error)}`;
  }
}

function standing(sessions: string) {
  return sql<{ readonly standing: string }>`select
    case when pg_is_in_recovery()
      then 'is a standby, ' || coalesce((select 'receives timeline ' || received_tli from pg_stat_wal_receiver), 'receives nothing')
        || case when pg_is_wal_replay_paused() then ', replay is paused' else '' end
      else 'is a primary on timeline ' || ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
        || ', ' || (select count(*) from pg_stat_replication where state = 'streaming') || ' replicas stream' end
    || '; sessions of the service: '
    || coalesce((select string_agg(number || ' ' || state, ', ') from (
      select count(*) as number, concat_ws(' in ', state, wait_event) as state from pg_stat_activity
      where application_name = ${sessions} group by state, wait_event order by 1 desc) as states), 'none') as standing`;
}
