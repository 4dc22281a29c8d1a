// What Linux says of processes, in /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** CPU time is counted in hundredths of a second, on every Linux that there is. */
const TICKS_PER_SECOND = 100;

interface Times {
  readonly parent: number;
  /** In seconds, of the process. */
  readonly own: number;
  /** In seconds, of its children that have ended. */
  readonly ended: number;
}

/** CPU time of a process, in seconds, user and system, all threads. */
export function cpuSeconds(pid: number): number {
  return timesOf(pid)?.own ?? 0;
}

/** CPU time of a process and of all its children, living or not, in seconds. */
export function familyCpuSeconds(pid: number): number {
  const parent = timesOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times?.parent === pid);
  return [parent, ...children].reduce((sum, times) => sum + (times === undefined ? 0 : times.own + times.ended), 0);
}

/** Resident memory of a process, in megabytes. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** `undefined` when the process has just ended. */
function timesOf(pid: number): Times | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name, in parentheses, may have spaces and parentheses itself. What follows begins with the third field.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const seconds = (field: number): number => Number(fields[field - 3]) / TICKS_PER_SECOND;
  return { parent: Number(fields[1]), own: seconds(14) + seconds(15), ended: seconds(16) + seconds(17) };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
