// What a service says about itself and whoever calls it.

/** What its OpenAPI document says. */
export interface ServiceFacts {
  /** For how many milliseconds the `Idempotency-Key` of a request can be relied on after it was sent first; 0: not at all. */
  readonly keyLifeMillis: number;
  /** How many operations a list may have; 1 where the service takes no lists. */
  readonly maxOperations: number;
}

/** Those of a service that says nothing, such as one that is older than keys and lists of operations. */
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
 * @returns who calls, such as `key:ci`; null where the service does not ask
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
