// Interprets responses that are not a success.
import { JsonApiError, NotSentError, QueryNotSupportedError } from '#client';
import { reasonOf } from '#application/model/describe-error';
import { NoAnswerError } from './connections.ts';

/**
 * The reasons why a request was not carried out, for people.
 * @throws any other error
 * @example ['"name" is required (at /data/attributes/name)']
 */
export function reasonsOf(error: unknown): readonly string[] {
  if (error instanceof NotSentError || error instanceof NoAnswerError) return [reasonOf(error)];
  if (!(error instanceof JsonApiError)) throw error;
  const { errors, omitted, status } = error;
  const reasons = errors.length === 0 ? [`the response has status ${status}`] : errors.map(reasonIn);
  if (omitted > 0) reasons.push(`and ${omitted} more`);
  if (error instanceof QueryNotSupportedError) reasons.push(error.explanation);
  return reasons;
}

/** An error as a proxy or another version of the service may write it. */
interface AnyError {
  readonly title?: string;
  readonly detail?: string;
  readonly source?: { readonly pointer?: string; readonly parameter?: string };
}

function reasonIn({ detail, title, source }: AnyError): string {
  const what = detail ?? title ?? 'no reason was given';
  if (source?.pointer !== undefined) return `${what} (at ${source.pointer})`;
  return source?.parameter === undefined ? what : `${what} (parameter ${source.parameter})`;
}

/**
 * True if a refusal points at a fault in the records, so an earlier attempt was refused as well. A refusal by a proxy, or
 * because of the size or the key, reveals nothing about that attempt.
 */
export function isAboutContent(error: unknown): boolean {
  const errors: readonly AnyError[] = error instanceof JsonApiError ? error.errors : [];
  return errors.some(({ source }) => /^\/(data|atomic:operations\/\d)/.test(source?.pointer ?? ''));
}

export function isTooLarge(error: unknown): boolean {
  return error instanceof JsonApiError && error.status === 413;
}

/** The indexes of the operations that an error response points at. */
export function operationsIn(error: unknown): readonly number[] {
  const errors: readonly AnyError[] = error instanceof JsonApiError ? error.errors : [];
  return errors.flatMap(({ source }) => {
    const index = /^\/atomic:operations\/(\d+)/.exec(source?.pointer ?? '')?.[1];
    return index === undefined ? [] : [Number(index)];
  });
}
