// The CPU time of a PostgreSQL server, from Linux's /proc. Its processes have one thread each and name their role in their title.
import { readdirSync, readFileSync } from 'node:fs';
import { cpuOfEndedChildren } from '#test/support/proc';

/** In seconds. */
export interface ServerCpu {
  /** The total of all processes, including those that have ended since the start of the server. */
  readonly all: number;
  /** The process that replays the log on a replica. */
  readonly replay: number;
  /** The processes that send the log to replicas. */
  readonly send: number;
  /** The processes that serve connections, including ended ones; on a primary also vacuum. */
  readonly clients: number;
}

/** @param pid of the postmaster */
export function serverCpuByRole(pid: number): ServerCpu {
  const processes = [pid, ...childrenOf(pid)].map((each) => ({ title: titleOf(each), seconds: preciseSeconds(each) }));
  const of = (role: RegExp): number =>
    processes.reduce((sum, { title, seconds }) => (role.test(title) ? sum + seconds : sum), 0);
  const all = processes.reduce((sum, { seconds }) => sum + seconds, cpuOfEndedChildren(pid));
  return { all, replay: of(/: startup /), send: of(/: walsender /), clients: all - of(BACKGROUND) };
}

/** The processes that run as long as the server does. */
const BACKGROUND =
  /: (?:startup|checkpointer|background writer|walwriter|walreceiver|walsender|autovacuum launcher|logical replication launcher)/;

/** @returns the CPU time of a later moment without that of an earlier one */
export function since(before: ServerCpu, after: ServerCpu): ServerCpu {
  return {
    all: after.all - before.all,
    replay: after.replay - before.replay,
    send: after.send - before.send,
    clients: after.clients - before.clients,
  };
}

export function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    (textOf(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
  );
}

function titleOf(pid: number): string {
  return textOf(`/proc/${pid}/cmdline`) ?? '';
}

/** Of the first thread, in nanoseconds and not in hundredths of a second as `stat` has it. */
function preciseSeconds(pid: number): number {
  return Number((textOf(`/proc/${pid}/schedstat`) ?? '0').split(' ', 1)[0]) / 1e9;
}

/** Undefined when the process has just ended. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
