// What a write is sent with, and what comes of it.
import { MEDIA_TYPE } from '@jsonapi-person-computer/client';

/** A resource to create, or to change. */
export interface ResourceWrite {
  readonly op: 'add' | 'update';
  /** Of the list that it is added to, or of the resource to change. */
  readonly path: string;
  /** A resource object. */
  readonly resource: object;
}

/** The outcome of one write, or of a list of which all are carried out or none. */
export type WriteOutcome =
  /** `ids`: of what was created; undefined where the answer was cut short or too long to keep. */
  { readonly kind: 'done'; readonly ids: readonly string[] | undefined } | NotDone;

export type NotDone =
  | {
      readonly kind: 'refused';
      readonly reasons: readonly string[];
      /** The indexes of the writes of a list that are at fault; none where it is the list, as when it is too long. */
      readonly indexes: readonly number[];
      /** Whether it may be accepted in smaller requests. */
      readonly isTooLarge: boolean;
    }
  /** Nobody can tell whether it was carried out. */
  | { readonly kind: 'unknown'; readonly reasons: readonly string[] };

/** Identifies one request that writes something, however often it is sent. */
export interface WriteKey {
  readonly text: string;
  /** When it was sent first: `Date.now()`. */
  readonly since: number;
  /** Whether it was sent before, and may have been carried out then. */
  readonly mayBeDone: boolean;
}

/** Nothing more can be written now: the service cannot be reached, has no capacity, or does not let this command in. */
export class UnavailableError extends Error {
  /** Whether the request may have been carried out all the same. */
  readonly mayBeDone: boolean;

  constructor(reason: string, mayBeDone: boolean) {
    super(reason);
    this.name = 'UnavailableError';
    this.mayBeDone = mayBeDone;
  }
}

/** Whether an answer says that a resource was created. */
export function isCreated({ status }: Response): boolean {
  return status === 201;
}

/**
 * Whether an answer says that a resource was changed, or a list of writes carried out. A proxy may answer with a page of its own, and a repeated answer
 * that was too long to keep has no document.
 */
export function isCarriedOut({ status, headers }: Response): boolean {
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
