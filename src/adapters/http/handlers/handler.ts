// What a route does, without Koa: a request is data, an answer is data. Checks run in the order of the contract: query string, then document,
// then what the use case finds.
import type { LinkTo } from '../jsonapi/documents/links.ts';
import { memoize } from '../jsonapi/query/memoize.ts';
import { parseQuery, type ParsedQuery } from '../jsonapi/query/parse-query.ts';
import type { QueryLimits } from '../jsonapi/query/known-parameters.ts';
import { present, type PrimaryData } from '../jsonapi/query/view.ts';
import type { Json } from '../jsonapi/documents/read-json.ts';
import type { Style } from '../jsonapi/documents/render-document.ts';
import { resourceRenderer } from '../jsonapi/documents/render-resource.ts';
import type { Resource } from '../jsonapi/resources/resource.ts';
import type { UseCases } from '../use-cases.ts';

export interface ApiRequest {
  readonly path: string;
  /** The identifier in the path, as it was sent; empty where the path has none. */
  readonly id: string;
  /** What stands after the `?`. */
  readonly queryString: string;
  /**
   * The body, parsed.
   * @throws ApiError when it is not JSON
   */
  readonly document: () => Json;
}

export type Answer =
  /** With the text of a document. */
  | { readonly status: 200 | 201; readonly text: string; readonly location?: string }
  /** The same, made while it is sent. */
  | { readonly status: 200; readonly pieces: AsyncIterable<string> };

export type Handler = (request: ApiRequest) => Promise<Answer>;

/** Who answers: as the entry point names it. */
export interface ServiceName {
  readonly name: string;
  readonly version: string;
}

/** What all handlers work with. */
export interface Api {
  readonly service: ServiceName;
  readonly use: UseCases;
  readonly limits: QueryLimits;
  readonly linkTo: LinkTo;
}

/** An answer to a request that succeeded. */
export function ok(document: object): Answer {
  return { status: 200, text: JSON.stringify(document) };
}

/** How the answer to a request for a single resource or relationship is read and shown, by its query string. */
export function styles(api: Api, resource: Resource, primary: PrimaryData): (queryString: string) => Style {
  return memoize((text) => styleOf(api, resource, parseQuery(text, resource, 'resource', api.limits), primary));
}

/** The same for a list, with what it lists. */
export function listQueries(
  api: Api,
  resource: Resource,
): (queryString: string) => { readonly query: ParsedQuery; readonly style: Style } {
  return memoize((text) => {
    const query = parseQuery(text, resource, 'list', api.limits);
    return { query, style: styleOf(api, resource, query, { kind: 'resources' }) };
  });
}

function styleOf({ linkTo }: Api, resource: Resource, query: ParsedQuery, primary: PrimaryData): Style {
  const presentation = present(resource, query, primary);
  return { presentation, renderResource: resourceRenderer(presentation, linkTo), linkTo };
}
