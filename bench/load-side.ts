import { setTimeout as pause } from 'node:timers/promises';
import { measure, type Round } from './measure.ts';
import { CONNECTIONS, type Row } from './rows.ts';
import type { LoadedDatabase } from './sides.ts';
import type { ListeningProcess } from './start-listening.ts';

/** Before the first round of each side: code is compiled, statements are prepared, pages are cached. */
export const WARM_UP_SECONDS = 3;
/** For requests still in flight when a round ends. */
const DRAIN_MILLIS = 300;

/** Loads one side with the requests of a row, then restores the data. */
export async function loadSide(
  row: Row,
  database: LoadedDatabase,
  side: ListeningProcess,
  seconds: number,
  connections = CONNECTIONS,
): Promise<Round> {
  const requestsOf = (connection: number): ReturnType<Row['requests']> => row.requests(connection, database.persons);
  const round = await measure({ side, databasePid: database.databasePid, connections, seconds, requestsOf });
  await pause(DRAIN_MILLIS);
  await database.untilIdle();
  if (row.writes) await database.restore();
  return round;
}
