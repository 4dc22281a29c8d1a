/** Requests take their time, and clocks differ. */
const SAFE_SHARE = 0.5;

/**
 * For how many milliseconds the `Idempotency-Key` of a request can be relied on after it was sent first.
 * @param openApi the service's OpenAPI document, which says how long it knows a key
 * @returns 0 if it knows none, as a service does that is older than keys
 * @throws Error if the document is not JSON, such as one that is cut short
 */
export function keyLifeIn(openApi: string): number {
  const { 'x-limits': limits } = parse(openApi);
  return (limits?.idempotencyTtlSeconds ?? 0) * 1000 * SAFE_SHARE;
}

function parse(openApi: string): { readonly 'x-limits'?: { readonly idempotencyTtlSeconds?: number } } {
  try {
    return JSON.parse(openApi) as ReturnType<typeof parse>;
  } catch (error) {
    throw new Error('the OpenAPI document of the service is cut short or not JSON', { cause: error });
  }
}
