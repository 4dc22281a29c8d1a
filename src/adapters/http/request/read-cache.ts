// Caches parsed reads: query strings repeat, and roles with the same read rules share entries.
import { LRUCache } from 'lru-cache';
import type { Claims } from '#application/model/actor';
import { queryScopeOf, type Operation } from '../api/operations.ts';
import { NO_PROFILES, type AskedProfiles } from './negotiation.ts';
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
  /** The profiles that the client asks for, of those that the route supports. */
  readonly asksFor?: AskedProfiles;
}

/** @throws ApiError (400) with every problem of the query string */
export type ReadRequest = (operation: Operation, sent: SentRead) => Promise<Read>;

/** Makes the function that parses the reads of a role. */
export function readerOfRequests(config: ReadConfig, openCursors: OpenCursors, cache: ReadCache): ReadRequest {
  return async (operation, { actor: { claims }, queryString, asksFor = NO_PROFILES }) => {
    const key = `${config.readDigest ?? ''} ${operation.name} ${queryString}`;
    const known = asksFor.cursors ? undefined : cache.get(key);
    const read = await completed(known ?? (await parse()));
    const variant = read.variant === '' ? '' : variantForClaims(claims, config, read.variant);
    return variant === read.variant ? read : { ...read, variant };

    async function parse(): Promise<Read> {
      const sent = readQueryString(queryString);
      const scope = queryScopeOf(operation);
      const isList = scope === 'list' || scope === 'linkage';
      // Cursors belong to an epoch, so these reads are not cached.
      if (isList && (asksFor.cursors || hasCursor(sent.parameters)))
        return parseRead(operation, sent, config, { codec: await openCursors(), isNegotiated: asksFor.cursors });
      const parsed = parseRead(operation, sent, config);
      if (queryString.length <= MAX_LENGTH) cache.set(key, parsed);
      return parsed;
    }

    /** Adds the parts of a read that are not cached. */
    async function completed(read: Read): Promise<Read> {
      if (!read.isBounded) return read;
      const cursors = read.cursors ?? { codec: await openCursors(), isNegotiated: asksFor.cursors };
      return { ...read, cursors, asksForIncluded: asksFor.included };
    }
  };
}
