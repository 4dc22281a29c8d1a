// The profiles that requests name, and the media types of answers.
import { INCLUDED_PROFILE } from '#adapters/http/api/media-types';
import { ATOMIC_TYPE, CURSOR_TYPE, INCLUDED_CURSOR_TYPE, INCLUDED_TYPE, MEDIA_TYPE } from '../support/media-types.ts';
import { valuesOfHeader, type RequestInput } from './input.ts';

export const INCLUDED = INCLUDED_PROFILE;

/** JSON:API with a profile that no server knows: asks for JSON:API 1.1. */
export const NEWER_TYPE = `${MEDIA_TYPE};profile="https://example.com/none"`;

/** The media types of documents. */
export const DOCUMENT_TYPES: readonly string[] = [
  MEDIA_TYPE,
  ATOMIC_TYPE,
  CURSOR_TYPE,
  INCLUDED_TYPE,
  INCLUDED_CURSOR_TYPE,
];

/** True if a header of a request names an extension or a profile, whatever else it says. */
export function namesParameters(input: RequestInput): boolean {
  const values = ['accept', 'content-type'].flatMap((name) => valuesOfHeader(input, name));
  return values.some((value) => /;\s*(?:ext|profile)\s*=/i.test(value));
}

/** True if a request certainly asks for JSON:API 1.1. */
export function asksForNewer(input: RequestInput): boolean {
  const [only, ...others] = valuesOfHeader(input, 'accept');
  return only === NEWER_TYPE && others.length === 0;
}
