// What a host says of itself, and which of several hosts connections are made to.
import { StorageRefusedError, StorageUnavailableError } from '#application/model/errors';
import type { Probe } from '../driver/probe.ts';
import { endpointText, type Endpoint, type SessionTarget } from '../driver/server-address.ts';
import { toConnectError } from '../driver/storage-errors.ts';
import { formerPrimaryReason, TIMELINE } from '../driver/timeline.ts';

/** What one host is at a moment. */
export interface HostStatus {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** Each promotion begins a new one. Of a standby: the newest that it knows of. */
  readonly timeline: number;
}

/** The statement that reads the status. Where any host will do, it needs nothing that a relative of PostgreSQL may lack. */
export function hostStatusQuery(target: SessionTarget): string {
  return target === 'any' ? REACHABILITY_QUERY : HOST_STATUS_QUERY;
}

const REACHABILITY_QUERY = 'select false as "isStandby", false as "isReadOnly", 0 as timeline';

const HOST_STATUS_QUERY = `select pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly", ${TIMELINE} as timeline`;

/**
 * Why connections are not made to a host.
 * @param highest the highest timeline seen on any host: after a promotion only the promoted host has it
 * @returns undefined for a host that suits
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

// Why no host was found.

/** What a host answered, or why it did not. */
export type ProbeResult = { readonly endpoint: Endpoint } & (
  { readonly status: HostStatus } | { readonly error: unknown }
);

/**
 * The error for a search without result, which names every host.
 * @returns StorageRefusedError if every host refuses, so that waiting cannot help
 */
export function noHostError(
  answers: readonly ProbeResult[],
  rejectionReasonOf: (status: HostStatus) => string | undefined,
): StorageUnavailableError {
  const reasons = answers.map((answer) => {
    const reason =
      'status' in answer ? rejectionReasonOf(answer.status) : `does not answer: ${messageOf(answer.error)}`;
    return `${endpointText(answer.endpoint)} ${reason ?? 'suits'}`;
  });
  const isRefused = answers.every(
    (answer) => 'error' in answer && toConnectError(answer.error) instanceof StorageRefusedError,
  );
  const Failure = isRefused ? StorageRefusedError : StorageUnavailableError;
  return new Failure(`no host takes writes: ${reasons.join('; ')}`);
}

/** Node leaves the message empty for a name with several addresses, none of which accepts a connection. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** How much longer the others have once a host has answered that may be enough. */
const OTHERS_MILLIS = 200;

/**
 * Asks all hosts at once.
 * @param isEnough whether an answer spares a long wait for hosts that are silent
 * @returns the answers in the order of the hosts
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
