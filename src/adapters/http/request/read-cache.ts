// Caches parsed reads: query strings repeat, and roles with the same read rules share entries.
import { LRUCache } from 'lru-cache';
import type { Claims } from '#application/model/actor';
import { operationKindOf, type Operation } from '../api/operations.ts';
import { readQueryString } from './syntax/query-string.ts';
import type { OpenCursors } from './query/cursors.ts';
import { hasCursor } from './query/pages.ts';
import { parseRead, type Read, type ReadConfig } from './read.ts';
import { variantForClaims } from './read-rules.ts';

/** The reads of all routes and roles. The least recently used are evicted. */
export type ReadCache = LRUCache<string, Read>;

const MAX_READS = 1000;
/** Longer query strings are not cached, which bounds the memory that clients can occupy. */
const MAX_LENGTH = 500;

export function newReadCache(): ReadCache {
  return new LRUCache({ max: MAX_READS });
}

/** The parts of a request that a read is parsed from. */
export interface SentRead {
  readonly actor: { readonly claims: Claims };
  readonly queryString: string;
  /** True if the client asks for cursor pages where the route has them. */
  readonly asksForCursors?: boolean;
}

/** @throws ApiError (400) with every problem of the query string */
export type ReadRequest = (operation: Operation, sent: SentRead) => Promise<Read>;

/** Makes the function that parses the reads of a role. */
export function readerOfRequests(config: ReadConfig, openCursors: OpenCursors, cache: ReadCache): ReadRequest {
  return async (operation, { actor: { claims }, queryString, asksForCursors = false }) => {
    const key = `${config.readDigest ?? ''} ${operation.name} ${queryString}`;
    const known = asksForCursors ? undefined : cache.get(key);
    const read = known ?? (await parse());
    const variant = read.variant === '' ? '' : variantForClaims(claims, config, read.variant);
    return variant === read.variant ? read : { ...read, variant };

    async function parse(): Promise<Read> {
      const sent = readQueryString(queryString);
      const isList = operationKindOf(operation).query === 'list';
      // Cursors belong to an epoch, so these reads are not cached.
      if (isList && (asksForCursors || hasCursor(sent.parameters)))
        return parseRead(operation, sent, config, { codec: await openCursors(), isNegotiated: asksForCursors });
      const parsed = parseRead(operation, sent, config);
      if (queryString.length <= MAX_LENGTH) cache.set(key, parsed);
      return parsed;
    }
  };
}
