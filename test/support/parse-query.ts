import { ApiError, type ErrorObject } from '#adapters/http/api/errors';
import type { QueryLimits } from '#adapters/http/api/limits';
import type { QueryScope } from '#adapters/http/api/parameters';
import type { Resource } from '#adapters/http/api/resource-description';
import { resources } from '#adapters/http/api/resources';
import { readQueryString } from '#adapters/http/request/query-string';
import { parseQuery, type ParsedQuery } from '#adapters/http/request/query/parse-query';
import { valueNames } from './resource-objects.ts';

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

/** The stored fields of a person, as error messages list them: `id, name, …`. */
export const personValues = valueNames('person').join(', ');

/** Parses a query string, by default of `/persons` and with the limits of the contract. */
export function parse(text: string, options: QueryOptions = {}): ParsedQuery {
  const { resource = resources.person, scope = 'list', limits = {} } = options;
  return parseQuery(readQueryString(text), resource, scope, { ...contractLimits, ...limits });
}

/** The problems of a query string. */
export function problemsOf(text: string, options: QueryOptions = {}): readonly ErrorObject[] {
  try {
    parse(text, options);
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
