import { type FollowFeedSettings } from './follow-feed.ts';
import type { GetStream } from './feed-stream.ts';
import { type InterruptionSettings } from './interruptions.ts';
import type { RetrySettings } from './retrying.ts';
import type { Touching } from './touching.ts';
/** The parts of a client that a list is kept right with. */
export interface LiveAccess<Document> {
    readonly get: GetStream;
    /** Reads the position of the end of the feed. */
    readonly readEnd: (request: LiveRequest) => Promise<string>;
    readonly readList: (request: LiveRequest) => Promise<Document>;
    /** Given a `Consistency-Token` that came in a stream. */
    readonly noteConsistency: (token: string) => void;
    /** The changes that can touch the list. */
    readonly touching: Touching;
}
interface LiveRequest {
    readonly signal: AbortSignal;
    readonly retry: RetrySettings;
}
/**
 * Yields the list, then again each time that it differs. One read is made at a time, and only while the caller waits for a list; what changes
 * meanwhile is covered by one more.
 * @throws JsonApiError if a request is refused; the reason of the signal
 */
export declare function keepRight<Document>(access: LiveAccess<Document>, { signal: outer, ...settings }: InterruptionSettings & Pick<FollowFeedSettings, 'headers'>): AsyncGenerator<Document, void, undefined>;
export {};
