import { ApiError, type ErrorObject } from '#adapters/http/api/errors';
import type { QueryLimits } from '#adapters/http/api/limits';
import { linksBelow } from '#adapters/http/api/links';
import { operationKindOf, operationsOf, type Operation } from '#adapters/http/api/operations';
import type { QueryScope } from '#adapters/http/api/parameters';
import type { Resource } from '#adapters/http/api/resource-description';
import { anyResource, resources } from '#test/support/model';
import { readQueryString, refuseParameters } from '#adapters/http/request/syntax/query-string';
import { parseRead, type Read, type ReadConfig } from '#adapters/http/request/read';

export interface QueryOptions {
  readonly resource?: Resource;
  readonly scope?: QueryScope;
  readonly limits?: Partial<QueryLimits>;
}

const contractLimits: QueryLimits = {
  defaultPageSize: 30,
  maxPageSize: undefined,
  allowUnpaged: true,
  maxIncludeNames: 5,
  maxIncluded: 10_000,
  maxFilterLevels: 10,
  maxFilterObjects: 100,
  maxListValues: 1000,
};

/** Parses a query string, by default of the list of the first type and with the limits of the contract. */
export function parse(text: string, options: QueryOptions = {}): Read {
  const { resource = anyResource, scope = 'list', limits = {} } = options;
  return parseRead(operationAt(resource, scope), readQueryString(text), configWith(limits));
}

/** The configuration of reads in tests. */
export function configWith(limits: Partial<QueryLimits>): ReadConfig {
  return { service, linkTo: linksBelow(undefined), limits: { ...contractLimits, ...limits } };
}

const service = { name: 'test', version: '1', description: '', license: 'MIT' };

/** The first operation on a resource whose query strings have this scope. */
function operationAt(resource: Resource, scope: QueryScope): Operation {
  const operation = operationsOf(contractLimits, resources).find(
    (each) => each.resource?.type === resource.type && operationKindOf(each).query === scope,
  );
  if (operation === undefined) throw new Error(`no operation on ${resource.type} takes the parameters of ${scope}`);
  return { ...operation, resource };
}

/** The problems of a query string. */
export function problemsOf(text: string, options: QueryOptions = {}): readonly ErrorObject[] {
  try {
    if (options.scope === 'none') refuseParameters(text);
    else parse(text, options);
    return [];
  } catch (error) {
    if (error instanceof ApiError) return error.errors;
    throw error;
  }
}

/** A query string with this value as its JSON filter. */
export function filterText(value: unknown): string {
  return `filter=${encodeURIComponent(JSON.stringify(value))}`;
}
