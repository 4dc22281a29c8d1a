// Renders single resources and relationships, and says what their entity tags are made of.
import type { ApiConfig } from '../api/api-config.ts';
import { resourcePath } from '../api/links.ts';
import type { Resource } from '../api/resource-description.ts';
import { resources } from '../api/resources.ts';
import { readQueryString } from '../request/query-string.ts';
import { parseQuery, type ParsedQuery } from '../request/query/parse-query.ts';
import { present, type PrimaryData } from '../request/query/presentation.ts';
import type { Answer } from './answer.ts';
import { digest, entityTag, type EpochMark, type Represented } from './entity-tags.ts';
import { memoize } from './memoize.ts';
import { resourceRenderer, type Document, type DocumentRenderer, type Renderer } from './render-document.ts';

/** A renderer, and the view of the entity tags of what it renders. */
export interface TaggedRenderer extends Renderer {
  readonly tagView: string;
}

/** What the answers of a service, or to a role, have in common. */
export interface TagConfig extends Pick<ApiConfig, 'service' | 'linkTo'> {
  /** A digest of what the actor may read; undefined: everything. */
  readonly readDigest?: string | undefined;
}

/** Makes the renderer of a single resource or relationship from the query string. */
export function renderers(
  config: TagConfig & Pick<ApiConfig, 'limits'>,
  resource: Resource,
  primary: PrimaryData,
): (queryString: string) => TaggedRenderer {
  return memoize((text) => ({
    ...rendererOf(config, resource, parseQuery(readQueryString(text), resource, 'resource', config.limits), primary),
    tagView: tagViewOf(config, resource, primary, text),
  }));
}

/**
 * Digests what an answer depends on besides its resource and path, once per renderer. The answer to a change of a
 * relationship gets the digest of a plain GET.
 */
export function tagViewOf(
  { service: { name, version }, linkTo, readDigest }: TagConfig,
  { type }: Resource,
  primary: PrimaryData,
  queryString: string,
): string {
  const data = 'relationship' in primary ? `${type}.${primary.relationship}` : type;
  const query = primary.kind === 'changed' ? '' : queryString;
  const rules = readDigest === undefined ? [] : [readDigest];
  return digest(JSON.stringify([name, version, linkTo(''), data, query, ...rules]));
}

/** What a document with a resource as primary data represents. */
export function representedAt(
  { tagView, presentation, path }: TaggedRenderer & DocumentRenderer,
  resource: Represented['resource'],
): Represented {
  const isOwnPath = path === resourcePath(resources[resource.type], resource);
  const view = isOwnPath ? tagView : `${tagView}-${digest(path)}`;
  return { resource, view, showsOthers: presentation.view.include !== undefined };
}

/**
 * The answer to a GET, with its entity tag.
 * @param mark taken before the resource was read: if a failover came in between, a later mark would vouch
 * for a state that was lost
 */
export function okTagged(mark: EpochMark, document: Document, represented: Represented): Answer {
  const text = JSON.stringify(document);
  return { status: 200, headers: { ETag: entityTag(represented, mark, () => digest(text)) }, text };
}

/** Makes a renderer of a parsed query string. */
export function rendererOf(
  { linkTo }: Pick<ApiConfig, 'linkTo'>,
  resource: Resource,
  query: ParsedQuery,
  primary: PrimaryData,
): Renderer {
  const presentation = present(resource, query, primary);
  return { presentation, renderResource: resourceRenderer(presentation, linkTo), linkTo };
}
