import { type FollowFeedSettings } from './follow-feed.ts';
import type { GetStream } from './feed-stream.ts';
import { type InterruptionSettings } from './interruptions.ts';
import type { RetrySettings } from './retrying.ts';
import type { Touching } from './touching.ts';
/** The parts of a client needed to keep a list up to date. */
export interface LiveAccess<Document> {
    readonly get: GetStream;
    /** Reads the position of the end of the feed. */
    readonly readEnd: (request: LiveRequest) => Promise<string>;
    readonly readList: (request: LiveRequest) => Promise<Document>;
    /** Call it with each `Consistency-Token` received in a stream. */
    readonly noteConsistency: (token: string) => void;
    /** Selects the changes that can affect the list. */
    readonly touching: Touching;
}
interface LiveRequest {
    readonly signal: AbortSignal;
    readonly retry: RetrySettings;
}
/**
 * Yields the list, and yields it again whenever it differs. There is one read at a time, and only while the caller waits for a list. One more
 * read covers everything that has changed in the meantime.
 * @throws JsonApiError if a request is refused; the reason of the signal
 */
export declare function keepRight<Document>(access: LiveAccess<Document>, { signal: outer, ...settings }: InterruptionSettings & Pick<FollowFeedSettings, 'headers'>): AsyncGenerator<Document, void, undefined>;
export {};
