// Reads the status of hosts, and decides which are suitable.
import { StorageRefusedError, StorageUnavailableError } from '#application/model/errors';
import type { Probe } from '../driver/probe.ts';
import { endpointText, type Endpoint, type SessionTarget } from '../driver/server-address.ts';
import { toConnectError } from '../driver/storage-errors.ts';
import { formerPrimaryReason, TIMELINE } from '../driver/timeline.ts';

/** The status that a host reports. */
export interface HostStatus {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** Grows with each promotion. On a standby, the newest that it has received. */
  readonly timeline: number;
}

/**
 * The statement that reads the status. If any host will do, it uses nothing that a PostgreSQL-compatible database may
 * lack.
 */
export function hostStatusQuery(target: SessionTarget): string {
  return target === 'any' ? REACHABILITY_QUERY : HOST_STATUS_QUERY;
}

const REACHABILITY_QUERY = 'select false as "isStandby", false as "isReadOnly", 0 as timeline';

const HOST_STATUS_QUERY = `select pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly", ${TIMELINE} as timeline`;

/**
 * The reason why a host is not used, as a clause.
 * @param highest the highest timeline seen on any host: after a promotion only the promoted host has it
 * @returns undefined for a suitable host
 */
export function rejectionReason(
  { isStandby, isReadOnly, timeline }: HostStatus,
  target: SessionTarget,
  highest: number,
): string | undefined {
  if (target === 'any') return undefined;
  if (isStandby) return 'is a standby';
  if (isReadOnly && target === 'read-write') return 'is read-only';
  return formerPrimaryReason(timeline, highest);
}

// The reasons why no host was found.

/** The status of a host, or the reason for having none. */
export type ProbeResult = { readonly endpoint: Endpoint } & (
  { readonly status: HostStatus } | { readonly error: unknown }
);

/**
 * The error when no host is suitable, with the reason for each.
 * @returns StorageRefusedError if every host refuses the connection, so that waiting cannot help
 */
export function noHostError(
  answers: readonly ProbeResult[],
  rejectionReasonOf: (status: HostStatus) => string | undefined,
): StorageUnavailableError {
  const reasons = answers.map((answer) => {
    const reason =
      'status' in answer ? rejectionReasonOf(answer.status) : `does not answer: ${messageOf(answer.error)}`;
    return `${endpointText(answer.endpoint)} ${reason ?? 'is suitable'}`;
  });
  const isRefused = answers.every(
    (answer) => 'error' in answer && toConnectError(answer.error) instanceof StorageRefusedError,
  );
  const Failure = isRefused ? StorageRefusedError : StorageUnavailableError;
  return new Failure(`no host takes writes: ${reasons.join('; ')}`);
}

/** Node leaves the message empty if a name has several addresses and none accepts a connection. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** The time to wait for the other hosts once one response is enough. */
const OTHERS_MILLIS = 200;

/**
 * Probes all hosts at once.
 * @param isEnough returns true if this response makes it unnecessary to wait the full timeout for silent hosts
 * @returns the results in the order of the hosts
 */
export async function probeAll(
  probes: readonly Probe<HostStatus>[],
  isEnough: (status: HostStatus) => boolean,
): Promise<readonly ProbeResult[]> {
  const answers = new Map<Probe<HostStatus>, ProbeResult>();
  const { promise: hasWaited, resolve: endWait } = Promise.withResolvers<undefined>();
  const all = probes.map(async (probe) => {
    const answer = await probeOnce(probe);
    answers.set(probe, answer);
    if ('status' in answer && isEnough(answer.status)) setTimeout(() => endWait(undefined), OTHERS_MILLIS).unref();
  });
  await Promise.race([Promise.all(all), hasWaited]);
  return probes.flatMap((probe) => answers.get(probe) ?? []);
}

function probeOnce(probe: Probe<HostStatus>): Promise<ProbeResult> {
  const { endpoint } = probe;
  return probe.ask().then(
    (status) => ({ endpoint, status }),
    (error: unknown) => ({ endpoint, error }),
  );
}
