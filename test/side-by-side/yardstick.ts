// A fixed piece of work like that of the tests: it makes objects, and writes and reads them as JSON. Run before, during and after a part, it
// measures how fast this machine is under its current load. Run as a program, it prints the CPU seconds that it took.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROUNDS = 400;
const ROWS = 400;

/** Does the work in a separate process. Resolves to its CPU seconds, the unit of the account. */
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
