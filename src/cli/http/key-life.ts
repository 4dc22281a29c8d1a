/** Requests take their time, and clocks differ. */
const SAFE_SHARE = 0.5;

/**
 * For how many milliseconds the `Idempotency-Key` of a request can be relied on after it was sent first.
 * @param openApi the service's OpenAPI document, which says how long it knows a key
 * @returns 0 if it knows none, as a service does that is older than keys
 */
export function keyLifeIn(openApi: string): number {
  const { 'x-limits': limits } = JSON.parse(openApi) as {
    readonly 'x-limits'?: { readonly idempotencyTtlSeconds?: number };
  };
  return (limits?.idempotencyTtlSeconds ?? 0) * 1000 * SAFE_SHARE;
}
