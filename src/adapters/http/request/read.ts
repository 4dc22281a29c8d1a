// A read as data, the counterpart of `write.ts`: everything that the query string asks for, by the domain's names, and the fields to output.
import type { ListRequest } from '#application/model/view';
import { relationshipOf, type ResourceType } from '#domain/schema';
import type { ApiConfig } from '../api/api-config.ts';
import { digest } from '../api/digest.ts';
import type { QueryLimits } from '../api/limits.ts';
import { operationKindOf, primaryOf, relationshipIn, type Operation } from '../api/operations.ts';
import type { ParameterKind, QueryScope } from '../api/parameters.ts';
import type { Resource } from '../api/resource-description.ts';
import { parseFilter } from './filter/filter.ts';
import { combined, parsed, requireParsed } from './syntax/parsed.ts';
import type { Cursors } from './query/cursors.ts';
import { parseFieldsets } from './query/fieldsets.ts';
import { parseInclude } from './query/include.ts';
import { parsePages, type Pages } from './query/pages.ts';
import { present, type Presentation, type PrimaryData } from './query/presentation.ts';
import { parseSort } from './query/sort.ts';
import { acceptParameters, type Parameter, type QueryString } from './syntax/query-string.ts';
import type { ReadRules } from './read-rules.ts';

export interface Read extends ListRequest, Presentation {
  readonly operation: Operation;
  /** As sent, for links. */
  readonly parameters: readonly Parameter[];
  /** True if the client sent no `include`, so that the route's default paths apply. */
  readonly includesUnasked: boolean;
  /** Undefined: no cursor is read or written. */
  readonly cursors: Cursors | undefined;
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
  const { include, fieldsets, filter, sort, pages } = requireParsed(
    parseParameters(sent, resource, operationKindOf(operation).query, { ...config.limits, cursors }),
  );
  const { view, fields } = present(resource, { include, fieldsets }, primary);
  return {
    operation,
    parameters: sent.parameters,
    type,
    filter,
    sort,
    ...pages,
    cursors,
    view,
    fields,
    includesUnasked: include === undefined,
    hidesLinks: view.selections[type].linkage.some((name) => config.restricted?.has(relationshipOf(type, name).to)),
    variant: operationKindOf(operation).isTagged ? variantOf(type, primary, sent.text, config) : '',
  };
}

function parseParameters(
  { parameters, problems: encodingProblems }: QueryString,
  resource: Resource,
  scope: QueryScope,
  options: QueryLimits & { readonly cursors: Cursors | undefined },
) {
  const { type, set } = resource;
  const { accepted, problems } = acceptParameters(parameters, scope, Object.keys(set));
  const first = (kind: ParameterKind): Parameter | undefined => accepted.find((each) => each.kind === kind)?.parameter;
  const sort = parseSort(first('sort'), resource, options.maxIncludeNames);
  const [size, number, after, before, total] = PAGE_PARAMETERS.map(first);
  const list = { type, sort, cursors: options.cursors };
  return combined({
    names: parsed(undefined, [...encodingProblems, ...problems]),
    include: parseInclude(first('include'), resource, options.maxIncludeNames),
    fieldsets: parseFieldsets(accepted, resource, scope === 'export'),
    filter: parseFilter(accepted, resource, options),
    sort,
    pages: scope === 'list' ? parsePages({ size, number, after, before, total }, list, options) : { value: UNPAGED },
  });
}

const UNPAGED: Pages = { page: undefined, total: false };
const PAGE_PARAMETERS = ['size', 'number', 'after', 'before', 'total'] as const;

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
    case 'deleted':
      throw new Error(`"${operation.name}" reads nothing`);
  }
}

/**
 * Digests everything besides its resource and path that a tagged response depends on. The response to a change of a relationship gets the digest of a
 * plain GET.
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
