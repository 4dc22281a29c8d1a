import { freePort } from '../../support/free-port.ts';
import type { CrashingService } from '../crashing-service.ts';
import type { Figures } from '../figures.ts';
import { newService } from '../preparation.ts';
import type { Cluster } from './cluster.ts';
import { sessionsOf } from './late-service.ts';

export interface ClusterServices {
  /** Two services that write, one of them with two workers. */
  readonly services: readonly [CrashingService, CrashingService];
  /** A service that only reads. */
  readonly reader: CrashingService;
  readonly adminPorts: readonly number[];
}

/** Services on a cluster, not started yet. */
export async function newClusterServices(cluster: Cluster, figures: Figures): Promise<ClusterServices> {
  const adminPorts = [await freePort(), await freePort(), await freePort()];
  const newServiceAt = async (
    name: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<CrashingService> => {
    const servers = {
      DATABASE_URL: cluster.url,
      PGAPPNAME: sessionsOf(name),
      LOG_LEVEL: 'warn',
      DATABASE_REPLICA_URLS: cluster.servers.map(({ url }) => url).join(' '),
    };
    const ports = { PORT: String(await freePort()), ADMIN_PORT: String(adminPorts[Number(name) - 1]) };
    return newService(name, { ...ports, ...servers, ...environment }, figures);
  };
  const services = [await newServiceAt('1'), await newServiceAt('2', { WORKERS: '2' })] as const;
  return { services, reader: await newServiceAt('3'), adminPorts };
}
