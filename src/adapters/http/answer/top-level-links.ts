// The links of a whole document.
import type { LinkTo } from '../api/links.ts';
import type { DocumentFormat } from '../api/media-types.ts';
import { OPENAPI_PATH } from '../api/operations.ts';

/** Links as in JSON:API 1.0. */
export type PlainLinks = Readonly<Record<string, string | null>>;

/** JSON:API 1.1, Link Objects. */
export interface LinkObject {
  readonly href: string;
  /** The media type of what the link leads to. */
  readonly type: string;
}

export type TopLevelLinks = Readonly<Record<string, string | LinkObject | null>>;

/**
 * The links of a document. In JSON:API 1.1, `self` is an object, and `describedby` leads to the description of the API.
 * @param links undefined: a document without links of its own
 * @returns no member `links` if there are none
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
