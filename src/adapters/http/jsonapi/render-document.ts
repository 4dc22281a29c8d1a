// Documents as text.
import type { ResourceRecord } from '../../../application/model/query.ts';
import type { ViewedList, ViewedResource } from '../../../application/model/view.ts';
import type { ErrorObject } from './errors.ts';
import { jsonText } from './json-text.ts';
import { listLinks, type LinkTo } from './links.ts';
import type { ParsedQuery } from './query/parse-query.ts';
import type { Presentation } from './query/view.ts';
import { renderLinkage, type RenderResource } from './render-resource.ts';
import { relationshipFieldOf } from './resources/resource.ts';
import { resources } from './resources/resources.ts';

/** How resources are shown. */
export interface Style {
  readonly presentation: Presentation;
  readonly renderResource: RenderResource;
  readonly linkTo: LinkTo;
}

/** How resources are shown in a document, and where that is served from. */
export interface Rendering extends Style {
  readonly path: string;
}

/** The member `jsonapi` of every document. */
const jsonapi = { version: '1.0' };

/** A list: `data`, what is included, the number of matches over all pages and the ways to the other pages. */
export function renderList(
  { records, included, total }: ViewedList,
  { parameters, page }: Pick<ParsedQuery, 'parameters' | 'page'>,
  rendering: Rendering,
): string {
  const data = `[${renderResources(records, rendering)}]`;
  return renderData(data, included, rendering) + renderListEnd(total, { parameters, page }, rendering);
}

/** What stands in a list behind its resources. */
export function renderListEnd(
  total: number,
  { parameters, page }: Pick<ParsedQuery, 'parameters' | 'page'>,
  { path, linkTo }: Pick<Rendering, 'path' | 'linkTo'>,
): string {
  const links = Object.entries(listLinks(path, parameters, page, total));
  const members = links.map(([name, link]) => renderLink(name, linkTo(link)));
  return `,"links":{${members.join(',')}},"meta":{"count":${total}}${END}`;
}

/** One resource. */
export function renderOne({ record, included }: ViewedResource, rendering: Rendering): string {
  const { path, renderResource, linkTo } = rendering;
  return renderData(renderResource(record), included, rendering) + renderOneEnd(linkTo(path));
}

/** The answer where a to-one relationship leads nowhere. */
export function renderNone(rendering: Rendering): string {
  const { path, presentation, linkTo } = rendering;
  const included = presentation.view.include === undefined ? undefined : [];
  return renderData('null', included, rendering) + renderOneEnd(linkTo(path));
}

/** The linkage of a relationship as primary data. */
export function renderRelationship(
  { record, included }: ViewedResource,
  relationship: string,
  rendering: Rendering,
): string {
  const resource = resources[record.type];
  const field = relationshipFieldOf(resource, relationship);
  if (field === undefined) throw new Error(`${record.type} has no relationship ${relationship}`);
  const owner = rendering.linkTo(`${resource.path}/${record.id}`);
  const related = renderLink('related', `${owner}/${relationship}`);
  const data = renderData(renderLinkage(record, field), included, rendering);
  return data + renderOneEnd(`${owner}/relationships/${relationship}`, `,${related}`);
}

/** The answer to a deletion. */
export function renderDeleted(): string {
  return JSON.stringify({ meta: { message: 'Object successfully deleted' }, jsonapi });
}

/** The entry point: what the service is and where its resources are. */
export function renderRoot(service: { readonly name: string; readonly version: string }, linkTo: LinkTo): string {
  const paths = Object.values(resources).map(({ type, path }) => [type, linkTo(path)]);
  const meta = { name: service.name, version: service.version, resources: Object.fromEntries(paths) as unknown };
  return JSON.stringify({ meta, links: { self: linkTo('/') }, jsonapi });
}

export function renderErrors(errors: readonly ErrorObject[]): string {
  return JSON.stringify({ errors, jsonapi });
}

/** The resources of a list, with commas in between. */
function renderResources(records: readonly ResourceRecord[], { renderResource }: Rendering): string {
  let text = '';
  for (const record of records) text += (text === '' ? '' : ',') + renderResource(record);
  return text;
}

/** The beginning of a document: what stands before its links. */
function renderData(data: string, included: readonly ResourceRecord[] | undefined, rendering: Rendering): string {
  if (included === undefined) return `{"data":${data}`;
  return `{"data":${data},"included":[${renderResources(included, rendering)}]`;
}

/** What stands behind the data of a document with one link to itself. */
function renderOneEnd(self: string, otherLinks = ''): string {
  return `,"links":{${renderLink('self', self)}${otherLinks}}${END}`;
}

function renderLink(name: string, link: string): string {
  return `"${name}":${jsonText(link)}`;
}

/** The end of every document with data. */
const END = `,"jsonapi":${JSON.stringify(jsonapi)}}`;
