/** What a service says about itself in its OpenAPI document. */
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
  const { 'x-limits': limits } = parse(openApi);
  return {
    keyLifeMillis: (limits?.idempotencyTtlSeconds ?? 0) * 1000 * SAFE_SHARE,
    maxOperations: limits?.maxOperations ?? unknownFacts.maxOperations,
  };
}

interface Document {
  readonly 'x-limits'?: { readonly idempotencyTtlSeconds?: number; readonly maxOperations?: number };
}

function parse(openApi: string): Document {
  try {
    return JSON.parse(openApi) as Document;
  } catch (error) {
    throw new Error('the OpenAPI document of the service is cut short or not JSON', { cause: error });
  }
}
