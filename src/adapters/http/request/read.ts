// A read as data, the counterpart of `write.ts`: everything that the query string asks for, by the domain's names, and the fields to output.
import { everything, matchesEverything } from '#application/model/filter';
import type { Bound } from '#application/model/query';
import type { ListRequest } from '#application/model/view';
import { relationshipOf, type ResourceType } from '#domain/schema';
import type { ApiConfig } from '../api/api-config.ts';
import { digest } from '../api/digest.ts';
import { quote } from '../api/error-wording.ts';
import { throwIfAny, type ErrorObject } from '../api/errors.ts';
import type { QueryLimits } from '../api/limits.ts';
import { plainDialect, type JsonApiDialect } from '../api/media-types.ts';
import {
  linkageOperation,
  operationKindOf,
  primaryOf,
  queryScopeOf,
  relationshipIn,
  type Operation,
} from '../api/operations.ts';
import type { RequestedBound } from './query/bounds.ts';
import type { Cursors } from './query/cursors.ts';
import { present, type Presentation, type PrimaryData } from './query/presentation.ts';
import { parseParameters, type Listed } from './read-parameters.ts';
import type { ReadRules } from './read-rules.ts';
import { problemsOf, requireParsed } from './syntax/parsed.ts';
import {
  parameterProblem,
  readQueryString,
  splitItems,
  type Parameter,
  type QueryString,
} from './syntax/query-string.ts';

export interface Read extends ListRequest, Presentation {
  readonly operation: Operation;
  /** As sent, for links. */
  readonly parameters: readonly Parameter[];
  /** True if the client sent no `include`, so that the route's default paths apply. */
  readonly includesUnasked: boolean;
  /** Undefined: no cursor is read or written. */
  readonly cursors: Cursors | undefined;
  /** The part of a relationship that its own route shows; undefined: all of it. */
  readonly members: Bound | undefined;
  /** True if a relationship has a bound, shown or not. */
  readonly isBounded: boolean;
  readonly dialect: JsonApiDialect;
  /** True if linkage can omit hidden rows, so it can change while the version stays the same. */
  readonly hidesLinks: boolean;
  /** A digest of everything that the text depends on besides its path and resource; empty for operations without entity tags. */
  readonly variant: string;
}

/** The configuration that reads depend on, equal for roles with the same read rules. */
export type ReadConfig = Pick<ApiConfig, 'service' | 'linkTo'> & { readonly limits: QueryLimits } & ReadRules;

/**
 * Parses the query string of an operation that takes parameters.
 * @param cursors needed if the query string names a cursor
 * @throws ApiError (400) with every problem of the query string
 * @example
 * const { view, sort, page } = parseRead(operation, readQueryString('include=computers&sort=-name&page[size]=5'), config);
 * // { include: [['computers']], … }, [{ path: [], attribute: 'name', descending: true }], { kind: 'numbered', size: 5, number: 1 }
 */
export function parseRead(operation: Operation, sent: QueryString, config: ReadConfig, cursors?: Cursors): Read {
  const resource = primaryOf(operation);
  const { type } = resource;
  const primary = primaryDataOf(operation);
  const { limits } = config;
  const { list, bounds, ...wanted } = requireParsed(parseParameters(sent, operation, { ...limits, cursors }));
  const members = queryScopeOf(operation) === 'linkage' ? boundOf(list) : undefined;
  // The links to further members repeat these for every parent, so each field is listed once.
  const sentFields = sent.parameters
    .filter(({ name }) => name.startsWith('fields['))
    .map((each) => ({ ...each, value: splitItems(each).items.join() }));
  const { view, fields } = present(resource, { ...wanted, bounds, members, fields: sentFields }, primary);
  throwIfAny(bounds.flatMap((bound) => brokenLinkProblems(bound, fields, limits)));
  const { filter, sort, page, total } = primary.kind === 'linkage' ? EVERYTHING : list;
  return {
    operation,
    parameters: sent.parameters,
    type,
    filter,
    sort,
    page,
    total,
    cursors,
    members,
    isBounded: bounds.length > 0 || members !== undefined,
    dialect: plainDialect,
    view,
    fields,
    includesUnasked: wanted.include === undefined,
    hidesLinks: view.selections[type].linkage.some((name) => config.restricted?.has(relationshipOf(type, name).to)),
    variant: operationKindOf(operation).isTagged ? variantOf(type, primary, sent.text, config) : '',
  };
}

const EVERYTHING: Listed = { filter: everything, sort: [], page: undefined, total: false };

/** The part of a relationship that its own route shows. Matches are counted, except on a page if the request turns counting off. */
function boundOf({ filter, sort, page, total }: Listed): Bound | undefined {
  if (page === undefined && sort.length === 0 && matchesEverything(filter)) return undefined;
  if (page?.kind === 'numbered') throw new Error('the members of a relationship have no numbered pages');
  return { filter, sort, page, total: page === undefined || total };
}

/**
 * Reports a bound if the server would refuse its link to the next page, so that no response contains such a link. Paths in the link can be longer
 * than in the request, and a filter can appear in it twice.
 */
function brokenLinkProblems(
  { from, relationship, names }: RequestedBound,
  fields: Presentation['fields'],
  limits: QueryLimits,
): readonly ErrorObject[] {
  const name = names.at(-1) ?? '';
  const next = fields[from.type].relationships.find((each) => each.name === name)?.members?.next;
  if (next === undefined) return [];
  const route = linkageOperation(from, { name, field: relationship });
  const [problem] = problemsOf(parseParameters(readQueryString(next), route, { ...limits, cursors: undefined }));
  if (problem === undefined) return [];
  const path = names.join('.');
  const detail = `the link to the next page of ${quote(path)} would be refused: ${problem.detail}`;
  return [parameterProblem(`page[${path}][size]`, detail)];
}

function primaryDataOf(operation: Operation): PrimaryData {
  switch (operationKindOf(operation).answer) {
    case 'file':
      return { kind: 'exported' };
    case 'linkage':
      return { kind: 'linkage', relationship: relationshipIn(operation).name };
    case 'changed relationship':
      return { kind: 'changed', relationship: relationshipIn(operation).name };
    case 'list':
    case 'created':
    case 'resource':
    case 'resource or null':
      return { kind: 'resources' };
    case 'entry point':
    case 'description':
    case 'results':
    case 'changes':
    case 'deleted':
      throw new Error(`"${operation.name}" reads nothing`);
  }
}

/**
 * Digests everything besides its resource and path that a tagged response depends on. The response to a change of a relationship gets the digest of
 * a plain GET.
 */
function variantOf(
  type: ResourceType,
  primary: PrimaryData,
  queryString: string,
  { service: { name, version, model }, linkTo, readDigest }: ReadConfig,
): string {
  const data = 'relationship' in primary ? `${type}.${primary.relationship}` : type;
  const query = primary.kind === 'changed' ? '' : queryString;
  const rules = readDigest === undefined ? [] : [readDigest];
  const models = model === undefined ? [] : [{ model }];
  return digest(JSON.stringify([name, version, linkTo(''), data, query, ...rules, ...models]));
}

/**
 * Adapts a read to a dialect. In JSON:API 1.1, `included` does not repeat the primary data.
 * @param read in plain JSON:API 1.0
 */
export function inDialect(read: Read, dialect: JsonApiDialect): Read {
  if (dialect.version === '1.0') return read;
  const variant = read.variant === '' ? '' : digest(JSON.stringify([read.variant, dialect]));
  return { ...read, dialect, variant, view: { ...read.view, omitsPrimary: showsResources(read.operation) } };
}

function showsResources(operation: Operation): boolean {
  return primaryDataOf(operation).kind === 'resources';
}
