// What a creation is sent with, and what comes of it.
import { MEDIA_TYPE } from '@jsonapi-person-computer/client';

/** The outcome of a creation. */
export type CreationOutcome = { readonly kind: 'created'; readonly id: string } | NotCreated;

/** The outcome of the creation of several resources: all are created, or none. */
export type ListOutcome =
  /** `ids`: in the order of the list; undefined where the answer was cut short or too long to keep. */
  { readonly kind: 'created'; readonly ids: readonly string[] | undefined } | NotCreated;

export type NotCreated =
  | {
      readonly kind: 'refused';
      readonly reasons: readonly string[];
      /** The indexes of the resources of a list that are at fault; none where it is the list, as when it is too long. */
      readonly indexes: readonly number[];
      /** Whether it may be accepted in smaller requests. */
      readonly isTooLarge: boolean;
    }
  /** Nobody can tell whether it was created. */
  | { readonly kind: 'unknown'; readonly reasons: readonly string[] };

/** Identifies one request to create something, however often it is sent. */
export interface CreationKey {
  readonly text: string;
  /** When it was sent first: `Date.now()`. */
  readonly since: number;
  /** Whether it was sent before, and may have been carried out then. */
  readonly mayBeDone: boolean;
}

/** Nothing more can be created now: the service cannot be reached, has no capacity, or does not let this command in. */
export class UnavailableError extends Error {
  /** Whether the request may have been carried out all the same. */
  readonly mayBeDone: boolean;

  constructor(reason: string, mayBeDone: boolean) {
    super(reason);
    this.name = 'UnavailableError';
    this.mayBeDone = mayBeDone;
  }
}

/**
 * Whether an answer says that a list was created. A proxy may answer with a page of its own, and a repeated answer that was too long to keep has
 * no document.
 */
export function isListDone({ status, headers }: Response): boolean {
  const isOfService = headers.get('Content-Type')?.startsWith(MEDIA_TYPE) === true;
  return status === 200 && (isOfService || headers.has('Idempotent-Replayed'));
}

/** The ids in the answer to a list of creations. */
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
