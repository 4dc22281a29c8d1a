// The service's description of itself and of its caller.

/** Facts from its OpenAPI document. */
export interface ServiceFacts {
  /** How long an `Idempotency-Key` can be relied on after its first use, in milliseconds; 0: not at all. */
  readonly keyLifeMillis: number;
  /** The most operations in one request; 1 if the service does not support atomic operations. */
  readonly maxOperations: number;
}

/** Assumed for a service that does not publish them, such as one older than idempotency keys and atomic operations. */
export const unknownFacts: ServiceFacts = { keyLifeMillis: 0, maxOperations: 1 };

/** The share of a key's lifetime to rely on: requests take time, and clocks differ. */
const SAFE_SHARE = 0.5;

/** @throws Error if the document is not JSON, such as one that is cut short */
export function readFacts(openApi: string): ServiceFacts {
  const { 'x-limits': limits } = parse(openApi, 'OpenAPI document') as OpenApi;
  return {
    keyLifeMillis: (limits?.idempotencyTtlSeconds ?? 0) * 1000 * SAFE_SHARE,
    maxOperations: limits?.maxOperations ?? unknownFacts.maxOperations,
  };
}

/**
 * @param root the document at `/`
 * @returns the caller's subject, such as `key:ci`; null if the service has no policy
 * @throws Error if the document is not JSON
 */
export function readSubject(root: string): string | null {
  return (parse(root, 'root document') as Root).meta?.actor?.subject ?? null;
}

interface OpenApi {
  readonly 'x-limits'?: { readonly idempotencyTtlSeconds?: number; readonly maxOperations?: number };
}

interface Root {
  readonly meta?: { readonly actor?: { readonly subject?: string } };
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the ${name} of the service is cut short or not JSON`, { cause: error });
  }
}
