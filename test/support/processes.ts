import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The processes that a process has started and that still belong to it. */
export function childrenOf(pid: number): readonly number[] {
  const linux = `/proc/${pid}/task/${pid}/children`;
  if (existsSync(linux)) return numbersIn(readFileSync(linux, 'utf8'));
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  const pairs = lines.map(numbersIn);
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []));
}

/** Sends a signal to a process that may have ended already. */
export function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Also false for a zombie, whose files and sockets are closed. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(stateOf(pid));
  } catch {
    return false;
  }
}

function stateOf(pid: number): string {
  const linux = `/proc/${pid}/stat`;
  return existsSync(linux) ? readFileSync(linux, 'utf8') : '';
}

function numbersIn(text: string): readonly number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}
