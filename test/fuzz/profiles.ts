// The profiles that requests name, and the media types of responses.
import { INCLUDED_PROFILE } from '#adapters/http/api/media-types';
import {
  ATOMIC_TYPE,
  CURSOR_TYPE,
  INCLUDED_CURSOR_TYPE,
  INCLUDED_TYPE,
  MEDIA_TYPE,
  MODERN_TYPE,
} from '../support/media-types.ts';
import { valuesOfHeader, type RequestInput } from './input.ts';

export const INCLUDED = INCLUDED_PROFILE;

/** The media types of documents. */
export const DOCUMENT_TYPES: readonly string[] = [
  MEDIA_TYPE,
  ATOMIC_TYPE,
  CURSOR_TYPE,
  INCLUDED_TYPE,
  INCLUDED_CURSOR_TYPE,
];

/** True if a header of a request names an extension or a profile, even in an unsupported form. */
export function namesParameters(input: RequestInput): boolean {
  const values = ['accept', 'content-type'].flatMap((name) => valuesOfHeader(input, name));
  return values.some((value) => /;\s*(?:ext|profile)\s*=/i.test(value));
}

/** True if the only Accept header of a request asks for JSON:API 1.1 and nothing else. */
export function acceptsOnlyModern(input: RequestInput): boolean {
  const [only, ...others] = valuesOfHeader(input, 'accept');
  return only === MODERN_TYPE && others.length === 0;
}
