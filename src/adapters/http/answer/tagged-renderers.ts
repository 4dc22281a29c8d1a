// Renders single resources and relationships, and says what their entity tags are made of.
import type { Actor, Claims } from '#application/model/actor';
import type { View } from '#application/model/view';
import { relationshipOf, type ResourceType } from '#domain/schema';
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
  /** Whether linkage leads to a type of which some rows are hidden. When one of these comes into sight, the linkage changes and the version does not. */
  readonly leadsToHidden: boolean;
}

/** What the answers of a service, or to a role, have in common. */
export interface TagConfig extends Pick<ApiConfig, 'service' | 'linkTo'> {
  /** A digest of the rules about what the actor may read; undefined: everything. */
  readonly readDigest?: string | undefined;
  /** The claims that these rules use. */
  readonly readClaims?: readonly string[] | undefined;
  /** Types of which the actor may read some rows only. */
  readonly restricted?: ReadonlySet<ResourceType> | undefined;
}

/** Makes the renderer of a single resource or relationship from the query string, for an actor. */
export function renderers(
  config: TagConfig & Pick<ApiConfig, 'limits'>,
  resource: Resource,
  primary: PrimaryData,
): (queryString: string, actor: Pick<Actor, 'claims'>) => TaggedRenderer {
  const rendererFor = memoize((text: string): TaggedRenderer => {
    const query = parseQuery(readQueryString(text), resource, 'resource', config.limits);
    const renderer = rendererOf(config, resource, query, primary);
    const tagView = tagViewOf(config, resource, primary, text);
    return { ...renderer, tagView, leadsToHidden: leadsToHidden(config, resource, renderer.presentation.view) };
  });
  const { readClaims = [] } = config;
  if (readClaims.length === 0) return rendererFor;
  return (text, { claims }) => {
    const renderer = rendererFor(text);
    return { ...renderer, tagView: digest(JSON.stringify([renderer.tagView, ...valuesOf(readClaims, claims)])) };
  };
}

/** What decides how much of an answer an actor may see; undefined: everything. */
export function viewerOf(
  { readDigest, readClaims = [] }: Pick<TagConfig, 'readDigest' | 'readClaims'>,
  { role = '', claims }: Pick<Actor, 'role' | 'claims'>,
): string | undefined {
  if (readDigest === undefined) return undefined;
  return digest(JSON.stringify([role, readDigest, ...valuesOf(readClaims, claims)]));
}

/** `null` for a missing claim: both match nothing. */
function valuesOf(names: readonly string[], claims: Claims): readonly unknown[] {
  return names.map((name) => (Object.hasOwn(claims, name) ? claims[name] : null));
}

function leadsToHidden({ restricted }: TagConfig, { type }: Resource, { selections }: View): boolean {
  return selections[type].linkage.some((name) => restricted?.has(relationshipOf(type, name).to) === true);
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
  renderer: TaggedRenderer & DocumentRenderer,
  resource: Represented['resource'],
): Represented {
  const { tagView, path } = renderer;
  const isOwnPath = path === resourcePath(resources[resource.type], resource);
  const view = isOwnPath ? tagView : `${tagView}-${digest(path)}`;
  return { resource, view, needsDigest: needsDigest(renderer) };
}

/** Whether a text shows what neither the version of its resource nor the view tells. */
export function needsDigest({ presentation, leadsToHidden }: TaggedRenderer): boolean {
  return leadsToHidden || presentation.view.include !== undefined;
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
