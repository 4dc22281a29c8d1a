import { type FeedItem } from './feed-progress.ts';
import { type GetStream } from './feed-stream.ts';
import { type InterruptionSettings } from './interruptions.ts';
export interface FollowFeedSettings extends InterruptionSettings {
    /** The position to start after; `now` for the end of the feed; empty for the oldest stored change. */
    readonly after?: string;
    /** Only changes of these types. */
    readonly types?: readonly string[];
    readonly headers?: Readonly<Record<string, string>>;
}
/**
 * Yields the changes after a position, then new ones as they happen, as the service sends them, each with the position to resume from. For
 * users of `request`; `Client.changes` yields them typed.
 * @param get sends a GET like `Client.request`
 * @throws PositionExpiredError if the feed cannot continue from the position; JsonApiError if the service refuses the request; Error if
 * something other than the service responds; the reason of the signal
 */
export declare function followFeed(get: GetStream, { after, types, headers, ...interruptions }: FollowFeedSettings): AsyncGenerator<FeedItem, void, undefined>;
