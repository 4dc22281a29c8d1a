// A fixed piece of work like that of the tests: objects made, written and read as JSON. Run beside a part, it tells how fast this machine is,
// under the load of the moment. As a program of its own it prints the CPU seconds that it took.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROUNDS = 400;
const ROWS = 400;

/** Does the work in a process of its own; resolves to the CPU seconds of the unit of the account. */
export async function measureUnit(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url)]);
  return Number(stdout);
}

if (import.meta.main) {
  let length = 0;
  for (let round = 0; round < ROUNDS; round += 1) length += work(round);
  const { user, system } = process.cpuUsage();
  if (length === 0) throw new Error('the yardstick did nothing');
  process.stdout.write(String((user + system) / 1e6));
}

function work(round: number): number {
  const rows = Array.from({ length: ROWS }, (_, row) => ({
    id: String(row),
    name: `row ${row} of ${round}`,
    linked: [{ type: 'row', id: String(row + 1) }],
  }));
  const read: typeof rows = JSON.parse(JSON.stringify(rows));
  const byName = new Map(read.map((row) => [row.name, row]));
  return [...byName.keys()].toSorted().join().length;
}
