// Why no host was found.
import { StorageRefusedError, StorageUnavailableError } from '../../../../application/errors.ts';
import { endpointText, type Endpoint } from '../server-address.ts';
import { toConnectError } from '../storage-errors.ts';
import type { Standing } from './standing.ts';

/** What a host answered, or why it did not. */
export type Answer = { readonly endpoint: Endpoint } & ({ readonly standing: Standing } | { readonly error: unknown });

/**
 * The error for a search without result, which names every host.
 * @returns StorageRefusedError if every host refuses, so that waiting cannot help
 */
export function failureOf(
  answers: readonly Answer[],
  unfitnessOf: (standing: Standing) => string | undefined,
): StorageUnavailableError {
  const reasons = answers.map((answer) => {
    const reason = 'standing' in answer ? unfitnessOf(answer.standing) : `does not answer: ${messageOf(answer.error)}`;
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
