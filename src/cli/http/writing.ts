// A write and its outcome.
import { MEDIA_TYPE } from '#client';

/** A resource to create or change. */
export interface ResourceWrite {
  readonly op: 'add' | 'update';
  /** The path of the list to add to, or of the resource to change. */
  readonly path: string;
  /** A resource object. */
  readonly resource: object;
}

/** The outcome of one write, or of an all-or-nothing batch. */
export type WriteOutcome =
  /** `ids` of the created resources; undefined if the response was cut short or too long to store. */
  { readonly kind: 'done'; readonly ids: readonly string[] | undefined } | NotDone;

export type NotDone =
  | {
      readonly kind: 'refused';
      readonly reasons: readonly string[];
      /** The indexes of the faulty writes in a batch; empty if the batch itself is at fault, for example too long. */
      readonly indexes: readonly number[];
      /** True if smaller requests may be accepted. */
      readonly isTooLarge: boolean;
    }
  /** It is unknown whether it was carried out. */
  | { readonly kind: 'unknown'; readonly reasons: readonly string[] };

/** Identifies a write request, no matter how often it is sent. */
export interface WriteKey {
  readonly text: string;
  /** When it was first sent, from `Date.now()`. */
  readonly since: number;
  /** True if it was sent before and may have been carried out. */
  readonly mayBeDone: boolean;
}

/** No more writes are possible: the service is unreachable, overloaded, or refuses this client. */
export class UnavailableError extends Error {
  /** True if the request may have been carried out anyway. */
  readonly mayBeDone: boolean;

  constructor(reason: string, mayBeDone: boolean) {
    super(reason);
    this.name = 'UnavailableError';
    this.mayBeDone = mayBeDone;
  }
}

/** True if the response confirms that a resource was created. */
export function isCreated({ status }: Response): boolean {
  return status === 201;
}

/**
 * True if the response confirms that a resource was changed or a batch of writes carried out. A proxy may respond with its own page, and a repeated
 * response that was too long to store has no document.
 */
export function isCarriedOut({ status, headers }: Response): boolean {
  const isOfService = headers.get('Content-Type')?.startsWith(MEDIA_TYPE) === true;
  return status === 200 && (isOfService || headers.has('Idempotent-Replayed'));
}

/** The ids in the response to a batch of creations. */
export async function resultIds(response: Response): Promise<readonly string[] | undefined> {
  try {
    const { 'atomic:results': results } = (await response.json()) as AtomicResults;
    return results?.map(({ data }) => data.id);
  } catch {
    return undefined;
  }
}

interface AtomicResults {
  readonly 'atomic:results'?: readonly { readonly data: { readonly id: string } }[];
}
