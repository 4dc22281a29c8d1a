// Caches parsed reads: query strings repeat, and roles with the same read rules share entries.
import { LRUCache } from 'lru-cache';
import type { Claims } from '#application/model/actor';
import { plainDialect, type JsonApiDialect } from '../api/media-types.ts';
import { queryScopeOf, type Operation } from '../api/operations.ts';
import { readQueryString } from './syntax/query-string.ts';
import type { OpenCursors } from './query/cursors.ts';
import { hasCursor } from './query/pages.ts';
import { inDialect, parseRead, type Read, type ReadConfig } from './read.ts';
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
  /** JSON:API 1.0 by default. */
  readonly dialect?: JsonApiDialect;
}

/** @throws ApiError (400) with every problem of the query string */
export type ReadRequest = (operation: Operation, sent: SentRead) => Promise<Read>;

/** Makes the function that parses the reads of a role. */
export function readerOfRequests(config: ReadConfig, openCursors: OpenCursors, cache: ReadCache): ReadRequest {
  return async (operation, { actor: { claims }, queryString, dialect = plainDialect }) => {
    const key = `${config.readDigest ?? ''} ${operation.name} ${queryString}`;
    const known = dialect.cursors ? undefined : cache.get(key);
    const read = inDialect(await completed(known ?? (await parse())), dialect);
    const variant = read.variant === '' ? '' : variantForClaims(claims, config, read.variant);
    return variant === read.variant ? read : { ...read, variant };

    async function parse(): Promise<Read> {
      const sent = readQueryString(queryString);
      const scope = queryScopeOf(operation);
      const isList = scope === 'list' || scope === 'linkage';
      // Cursors belong to an epoch, so these reads are not cached.
      if (isList && (dialect.cursors || hasCursor(sent.parameters)))
        return parseRead(operation, sent, config, { codec: await openCursors(), isNegotiated: dialect.cursors });
      const parsed = parseRead(operation, sent, config);
      if (queryString.length <= MAX_LENGTH) cache.set(key, parsed);
      return parsed;
    }

    /** Adds the parts of a read that are not cached. */
    async function completed(read: Read): Promise<Read> {
      if (!read.isBounded) return read;
      const cursors = read.cursors ?? { codec: await openCursors(), isNegotiated: dialect.cursors };
      return { ...read, cursors };
    }
  };
}
