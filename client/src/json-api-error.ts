import { MEDIA_TYPE, type ErrorObject } from './operations.ts';
import type { components } from './schema.ts';

/** A request that was answered with an error. */
export class JsonApiError extends Error {
  override readonly name: string = 'JsonApiError';
  readonly status: number;
  /** The service's error objects; none if something before it answered, such as a proxy. */
  readonly errors: readonly ErrorObject[];
  /** How many errors there are besides, which the service left out. */
  readonly omitted: number;
  readonly response: Response;

  /** @param body of the response; parsed, if it is JSON */
  constructor(response: Response, body: unknown) {
    const { errors, meta }: ErrorDocument = isErrorDocument(response, body) ? body : { errors: [] };
    const omitted = meta?.omitted ?? 0;
    const details = errors.map(({ code, detail }) => `${code}: ${detail}`);
    if (omitted > 0) details.push(`and ${omitted} more`);
    super([`${response.status} ${response.statusText}`.trim(), ...details].join('\n'));
    this.status = response.status;
    this.errors = errors;
    this.omitted = omitted;
    this.response = response;
  }

  /** The id under which the service has logged the request. */
  get requestId(): string | undefined {
    return this.response.headers.get('X-Request-Id') ?? undefined;
  }
}

/** The resource is no longer as `ifMatch` says (412): somebody has changed it since. Nothing was done. */
export class PreconditionFailedError extends JsonApiError {
  override readonly name = 'PreconditionFailedError';
}

export function errorOf(response: Response, body: unknown): JsonApiError {
  return response.status === 412 ? new PreconditionFailedError(response, body) : new JsonApiError(response, body);
}

interface ErrorDocument {
  readonly errors: readonly ErrorObject[];
  readonly meta?: components['schemas']['OmittedErrors'];
}

function isErrorDocument({ headers }: Response, body: unknown): body is ErrorDocument {
  return (
    headers.get('Content-Type')?.startsWith(MEDIA_TYPE) === true &&
    typeof body === 'object' &&
    body !== null &&
    'errors' in body
  );
}
