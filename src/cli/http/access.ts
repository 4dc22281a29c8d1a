// Refusals of the command itself: its token is not accepted or does not permit the action, so no other record would succeed either.
import { JsonApiError } from '#client';
import { ConfigError } from '#composition/config/config';
import { reasonsOf } from './refusals.ts';
import type { ServiceToken } from './service-token.ts';

/**
 * A sentence of advice if access was denied, or the token could not be read again; undefined for any other error.
 * @param action the request, such as `POST /persons`
 */
export function denialOf(error: unknown, action: string, token: ServiceToken | undefined): string | undefined {
  if (error instanceof ConfigError) return error.message;
  if (!(error instanceof JsonApiError)) return undefined;
  if (error.status === 401) return wrongToken(reasonAt(error, 0), token);
  // Any other 403 can be about one record: the service's about a client-generated id, a firewall's about a word in it.
  const refused: readonly Refused[] = error.errors;
  const at = refused.findIndex(({ code, meta }) => code === 'forbidden' && meta?.['row'] === undefined);
  if (error.status !== 403 || at === -1) return undefined;
  return `the service does not allow ${action} (${reasonAt(error, at)}); set SERVICE_TOKEN to a token that may do this`;
}

/** Quotes one error and counts the others, because a denied batch has one for each of its records. */
function reasonAt(error: JsonApiError, index: number): string {
  const { status, errors, omitted } = error;
  if (errors.length === 0) return `${status}`;
  const more = errors.length - 1 + omitted;
  return `${status}: ${reasonsOf(error)[index] ?? ''}${more === 0 ? '' : `, and ${more} more`}`;
}

/** Other versions and proxies may leave members out. */
interface Refused {
  readonly code?: string;
  /** With `row` if the role may do this with other resources. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

function wrongToken(why: string, token: ServiceToken | undefined): string {
  switch (token?.variable) {
    case undefined:
      return `the service requires a token (${why}); set SERVICE_TOKEN, or SERVICE_TOKEN_FILE to a file with one`;
    case 'SERVICE_TOKEN':
      return `the service does not accept the token (${why}); set SERVICE_TOKEN to a valid one`;
    case 'SERVICE_TOKEN_FILE':
      return `the service does not accept the token (${why}); put a valid one into the file of SERVICE_TOKEN_FILE`;
  }
}
