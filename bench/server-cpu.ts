import type { Round } from './measure.ts';

/** CPU time of service or floor and of the database, in milliseconds for each request. */
export function serverCpu({ cpu, databaseCpu }: Pick<Round, 'cpu' | 'databaseCpu'>): number {
  return cpu + databaseCpu;
}
