// What was typed into a form and is not saved yet. Only what was touched is sent.
import type { Identifier } from './documents.ts';
import type { Scalar } from './json.ts';
import type { Version } from './version.ts';

export interface Draft {
  /** Touched attributes; null: to be unset. */
  readonly values: Readonly<Record<string, Scalar>>;
  /** Attributes whose input holds something that is no value yet, such as half a date. */
  readonly unfinished: readonly string[];
  /** What a new resource will be linked to, by relationship. */
  readonly links: Readonly<Record<string, readonly Link[]>>;
  /** The resource as it was when the draft was begun; undefined for a new one. */
  readonly base: Version | undefined;
  /** The creation that was tried; undefined before that. */
  readonly attempt: Attempt | undefined;
}

/** The requests to create what one form holds. They share a key, so that the service creates it once. */
export interface Attempt {
  readonly key: string;
  /** What was sent and may have been done. */
  readonly unanswered: readonly Draft[];
}

export interface Link extends Identifier {
  readonly label: string;
  /** What linking would take it from. */
  readonly from?: Link | undefined;
}

export const emptyDraft: Draft = { values: {}, unfinished: [], links: {}, base: undefined, attempt: undefined };

/** Whether forgetting the draft loses anything. */
export function isTouched({ values, unfinished, links, attempt }: Draft): boolean {
  const lists = [Object.keys(values), unfinished, ...Object.values(links), attempt?.unanswered ?? []];
  return lists.some(({ length }) => length > 0);
}
