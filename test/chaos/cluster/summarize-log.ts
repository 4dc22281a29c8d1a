interface Line {
  readonly time: number;
  readonly pid: number;
  readonly msg: string;
  readonly host?: string;
  readonly replica?: string;
  readonly reason?: string;
  readonly error?: LoggedError | string;
}

interface LoggedError {
  readonly message: string;
  readonly cause?: LoggedError | string;
}

/**
 * Sums up the log of a service, one line for all that differ only in their time and request.
 * @param zero the moment that times are relative to, like `Date.now()`
 * @param beforeMillis how long before that it begins
 */
export function summarizeLog(log: string, zero: number, beforeMillis: number): readonly string[] {
  const times = new Map<string, number[]>();
  for (const line of log.split('\n').filter(isComplete)) {
    const parsed = JSON.parse(line) as Line;
    if (parsed.time < zero - beforeMillis) continue;
    const text = describe(parsed);
    times.set(text, [...(times.get(text) ?? []), parsed.time]);
  }
  return [...times].map(([text, at]) => `${describeTimes(at, zero)} ${text}`);
}

/** The last line of a process that was killed need not be. */
function isComplete(line: string): boolean {
  return line.startsWith('{') && line.endsWith('}');
}

function describe({ pid, msg, host, replica, reason, error }: Line): string {
  const facts = [host, replica, reason, error === undefined ? undefined : messageOf(error)];
  return `process ${pid} ${[msg, ...facts.filter((fact) => fact !== undefined)].join(': ')}`;
}

function messageOf(error: LoggedError | string): string {
  if (typeof error === 'string') return error;
  const { message, cause } = error;
  return cause === undefined ? message : `${message}: ${messageOf(cause)}`;
}

function describeTimes(times: readonly number[], zero: number): string {
  const [first = zero, last = first] = [times[0], times.at(-1)];
  if (times.length === 1) return secondsBetween(zero, first);
  return `${secondsBetween(zero, first)} to ${secondsBetween(zero, last)}, ${times.length} times:`;
}

/** @example "+0.3 s" */
export function secondsBetween(start: number, end: number): string {
  const seconds = (end - start) / 1000;
  return `${seconds < 0 ? '' : '+'}${seconds.toFixed(1)} s`;
}
