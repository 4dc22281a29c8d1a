export type { Change, ChangedResource, ChangedType, ChangeObject } from './change.ts';
export type { ChangesSettings } from './changes.ts';
export { createClient, type Client, type ClientSettings } from './client.ts';
export { errorsIn, type ErrorDocument } from './error-document.ts';
export type { FeedItem } from './feed-progress.ts';
export { followFeed, type FollowFeedSettings } from './follow-feed.ts';
export type { IncludedSets, SetBounds } from './include.ts';
export { IncompleteSetError, type ReadSet } from './incomplete-sets.ts';
export { judgeAnswer, NotSentError, retryAfterMillis, type Verdict } from './judge.ts';
export {
  JsonApiError,
  PositionExpiredError,
  PreconditionFailedError,
  QueryNotSupportedError,
  verdictOf,
  type ExpiryReason,
} from './json-api-error.ts';
export { keyHeader, newKey } from './keys.ts';
export { queryFor, type QueryRequest } from './long-query.ts';
export {
  MEDIA_TYPE,
  type DocumentOf,
  type ErrorObject,
  type ItemOf,
  type PagedPath,
  type RequestOf,
  type WalkOf,
  type Resource,
} from './operations.ts';
export type { AnyOperations, OperationList } from './operation-list.ts';
export { related, type Related, type SetPage } from './related.ts';
export { retrying, type Fetch, type Repeatable, type RetrySettings } from './retrying.ts';
export type { components, paths } from '../built/schema.d.ts';
export { serializeQuery } from './serialize-query.ts';
export { tagOf, type Match, type Tagged } from './tags.ts';
export type { Token } from './token.ts';
export type { UntypedRequest } from './untyped-request.ts';
