import { setTimeout as pause } from 'node:timers/promises';
import { measure, type Round } from './measure.ts';
import { CONNECTIONS, type Row } from './rows.ts';
import type { Sides } from './sides.ts';
import type { ListeningProcess } from './start-listening.ts';

/** Before the first round, of each side: code is compiled, statements are prepared, pages are read. */
export const WARM_UP_SECONDS = 3;
/** For requests that are under way when a round ends. */
const CALMING_MILLIS = 300;

/** Loads one side with the requests of a row for a while, and leaves the data as it was. */
export async function loadSide(
  row: Row,
  sides: Sides,
  side: ListeningProcess,
  seconds: number,
  connections = CONNECTIONS,
): Promise<Round> {
  const requestsOf = (connection: number): ReturnType<Row['requests']> => row.requests(connection, sides.persons);
  const round = await measure({ side, databasePid: sides.databasePid, connections, seconds, requestsOf });
  await pause(CALMING_MILLIS);
  await sides.calm();
  if (row.writes) await sides.restore();
  return round;
}
