import type { ListRequest } from '../../../application/model/view.ts';
import type { Cursors } from '../jsonapi/cursor/cursors.ts';
import type { Renderer } from '../jsonapi/documents/render-document.ts';
import { resourceRenderer } from '../jsonapi/documents/render-resource.ts';
import { hasCursor } from '../jsonapi/query/pages.ts';
import { parseQuery, type ParsedQuery, type QueryOptions } from '../jsonapi/query/parse-query.ts';
import { present, type PrimaryData } from '../jsonapi/query/presentation.ts';
import { readQueryString, type QueryString } from '../jsonapi/query/query-string.ts';
import type { Resource } from '../jsonapi/resources/resource.ts';
import type { Api } from './handler.ts';

/** What a list needs of its query string. */
export interface ListQuery {
  readonly query: ParsedQuery;
  readonly request: ListRequest;
  readonly renderer: Renderer;
}

/** The query string of a list or an export, decoded once. */
export class ListQueryString {
  readonly #api: Api;
  readonly #resource: Resource;
  readonly #scope: 'list' | 'export';
  readonly #sent: QueryString;
  #numbered: ListQuery | undefined;

  constructor(api: Api, resource: Resource, text: string, scope: 'list' | 'export' = 'list') {
    this.#api = api;
    this.#resource = resource;
    this.#scope = scope;
    this.#sent = readQueryString(text);
  }

  /** Whether it names a cursor. */
  get hasCursor(): boolean {
    return hasCursor(this.#sent.parameters);
  }

  /**
   * With pages by number, or none. The result is kept.
   * @throws ApiError 400
   */
  numbered(): ListQuery {
    this.#numbered ??= this.#parse(this.#api.limits);
    return this.#numbered;
  }

  /**
   * With pages by cursor. Cursors are of the epoch, so nothing is kept.
   * @throws ApiError 400
   */
  byCursor(cursors: Cursors): ListQuery {
    return this.#parse({ ...this.#api.limits, cursors });
  }

  #parse(options: QueryOptions): ListQuery {
    const { type } = this.#resource;
    const query = parseQuery(this.#sent, this.#resource, this.#scope, options);
    const { filter, sort, page, total } = query;
    const primary = { kind: this.#scope === 'list' ? 'resources' : 'exported' } as const;
    const renderer = rendererOf(this.#api, this.#resource, query, primary);
    return { query, request: { type, filter, sort, page, total, view: renderer.presentation.view }, renderer };
  }
}

/** Makes a renderer of a parsed query string. */
export function rendererOf(
  { linkTo }: Pick<Api, 'linkTo'>,
  resource: Resource,
  query: ParsedQuery,
  primary: PrimaryData,
): Renderer {
  const presentation = present(resource, query, primary);
  return { presentation, renderResource: resourceRenderer(presentation, linkTo), linkTo };
}
