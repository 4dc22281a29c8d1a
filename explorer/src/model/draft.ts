// The unsaved content of a form. Only touched fields are sent.
import type { Identifier } from './documents.ts';
import type { Scalar } from './json.ts';
import type { Version } from './version.ts';

export interface Draft {
  /** Touched attributes; null: to be unset. */
  readonly values: Readonly<Record<string, Scalar>>;
  /** Attributes whose input holds an incomplete value, such as half a date. */
  readonly unfinished: readonly string[];
  /** The links of a new resource, by relationship. */
  readonly links: Readonly<Record<string, readonly Link[]>>;
  /** The links that the form was opened with. They do not count as unsaved changes. */
  readonly preset: Draft['links'];
  /** The resource as it was when the draft was begun; undefined for a new one. */
  readonly base: Version | undefined;
  /** The attempt to create the resource; undefined before that. */
  readonly attempt: Attempt | undefined;
}

/** The requests to create what one form holds. They share a key, so that the service creates it once. */
export interface Attempt {
  readonly key: string;
  /** The drafts that were sent with an unknown outcome, so each may have been created. */
  readonly unanswered: readonly Draft[];
}

export interface Link extends Identifier {
  readonly label: string;
  /** The resource that would lose this link. */
  readonly from?: Link | undefined;
}

export const emptyDraft: Draft = {
  values: {},
  unfinished: [],
  links: {},
  preset: {},
  base: undefined,
  attempt: undefined,
};

/** True if discarding the draft loses anything. */
export function isTouched({ values, unfinished, links, preset, attempt }: Draft): boolean {
  const chosen = Object.entries(links).flatMap(([name, linked]) => (linked === preset[name] ? [] : linked));
  const lists = [Object.keys(values), unfinished, chosen, attempt?.unanswered ?? []];
  return lists.some(({ length }) => length > 0);
}
