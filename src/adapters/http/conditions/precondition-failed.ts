import { ApiError, errorObject, type ErrorSource } from '../jsonapi/documents/errors.ts';

/** The answer to a condition that does not hold. */
export function preconditionFailed(
  header: 'If-Match' | 'If-None-Match',
  detail: string,
  source?: ErrorSource,
): ApiError {
  return new ApiError([errorObject('precondition-failed', detail, source, { header })]);
}

/** What people miss: proxies that compress answers make their tags weak. */
export function weakTagAdvice({ tags }: { readonly tags: readonly { readonly isWeak: boolean }[] }): string {
  return tags.some(({ isWeak }) => isWeak) ? '; a weak tag (W/"…") never matches in If-Match' : '';
}
