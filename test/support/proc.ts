// CPU time and memory of processes, from Linux's /proc.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** USER_HZ, 100 on every architecture that matters. */
const TICKS_PER_SECOND = 100;

export interface Times {
  readonly parent: number;
  /** The name of its program, cut to 15 characters. */
  readonly name: string;
  /** Its start, in ticks since the machine started. */
  readonly started: number;
  /** Its CPU time, in seconds. */
  readonly own: number;
  /** The CPU time of its ended children, in seconds. */
  readonly ended: number;
}

/** CPU time of a process in seconds: user and system, all threads. */
export function cpuSeconds(pid: number): number {
  return timesOf(pid)?.own ?? 0;
}

/** CPU time of a process and its children, ended ones included, in seconds. */
export function familyCpuSeconds(pid: number): number {
  for (;;) {
    const parent = timesOf(pid);
    const children = [...processes().values()].filter((times) => times.parent === pid);
    // A child that ends between the reads would be counted neither as running nor as ended.
    if (timesOf(pid)?.ended === parent?.ended)
      return [parent, ...children].reduce((sum, times) => sum + (times === undefined ? 0 : times.own + times.ended), 0);
  }
}

/** The processes of the machine by pid. Empty without /proc. */
export function processes(): ReadonlyMap<number, Times> {
  const pids = existsSync('/proc')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : [];
  return new Map(
    pids.flatMap((pid) => {
      const times = timesOf(pid);
      return times === undefined ? [] : [[pid, times] as const];
    }),
  );
}

/** CPU time of the ended children of a process, in seconds. */
export function cpuOfEndedChildren(pid: number): number {
  return timesOf(pid)?.ended ?? 0;
}

/** Resident memory of a process, in megabytes. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

/** Undefined when the process has just ended. */
function timesOf(pid: number): Times | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // proc(5): the name, in parentheses, may itself contain spaces and parentheses; the third field follows it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const seconds = (field: number): number => Number(fields[field - 3]) / TICKS_PER_SECOND;
  return {
    parent: Number(fields[1]),
    name: text.slice(text.indexOf('(') + 1, text.lastIndexOf(')')),
    started: Number(fields[22 - 3]),
    own: seconds(14) + seconds(15),
    ended: seconds(16) + seconds(17),
  };
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
