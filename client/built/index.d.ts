export { createClient, type Client, type ClientSettings } from './client.ts';
export { JsonApiError, PreconditionFailedError } from './json-api-error.ts';
export { MEDIA_TYPE, type DocumentOf, type ErrorObject, type ListPath, type ItemOf, type RequestOf, type WalkOf, type Resource, } from './operations.ts';
export type { AnyOperations, OperationList } from './operation-list.ts';
export { related, type Related } from './related.ts';
export { retrying, type Fetch, type RetrySettings } from './retrying.ts';
export type { components, paths } from './schema.ts';
export { serializeQuery } from './serialize-query.ts';
export { tagOf, type Match, type Tagged } from './tags.ts';
