// Top-level links of documents.
import type { LinkTo } from '../api/links.ts';
import type { DocumentFormat } from '../api/media-types.ts';
import { OPENAPI_PATH } from '../api/operations.ts';

/** Links in JSON:API 1.0. */
export type PlainLinks = Readonly<Record<string, string | null>>;

/** JSON:API 1.1, Link Objects. */
export interface LinkObject {
  readonly href: string;
  /** The media type of the target. */
  readonly type: string;
}

export type TopLevelLinks = Readonly<Record<string, string | LinkObject | null>>;

/**
 * The top-level links of a document. In JSON:API 1.1, `self` is an object, and `describedby` links to the OpenAPI document.
 * @param links as in JSON:API 1.0; undefined if the document has none
 * @returns an empty object if there are no links
 */
export function topLevelLinks(
  links: PlainLinks | undefined,
  { jsonapi, mediaType }: DocumentFormat,
  linkTo: LinkTo,
): { readonly links?: TopLevelLinks } {
  if (jsonapi.version === '1.0') return links === undefined ? {} : { links };
  const { self, ...others } = links ?? {};
  return {
    links: {
      ...(typeof self === 'string' && { self: { href: self, type: mediaType } }),
      ...others,
      describedby: linkTo(OPENAPI_PATH),
    },
  };
}
