import type { Round } from './measure.ts';

/** CPU time of a side and of the database, in milliseconds per request. */
export function serverCpu({ cpu, databaseCpu }: Pick<Round, 'cpu' | 'databaseCpu'>): number {
  return cpu + databaseCpu;
}
