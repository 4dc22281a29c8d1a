// Follows the feed of changes by a stream (docs/changes.md), through cuts and outages.
import { typeToAskFor } from './feed-filter.js';
import { FeedProgress } from './feed-progress.js';
import { FeedStream } from './feed-stream.js';
import { Pauses } from './interruptions.js';
import { serializeQuery } from './serialize-query.js';
/**
 * Yields changes as the service sends them, those after a position and those to come, each with the position to resume from. For users of
 * `request`; `Client.changes` yields them typed.
 * @param get sends a GET like `Client.request`
 * @throws PositionExpiredError if the feed cannot continue from the position; JsonApiError if the service refuses the request; Error if
 * something else answers; the reason of the signal
 */
export async function* followFeed(get, { after = '', types, headers = {}, ...interruptions }) {
    const progress = new FeedProgress(after, types);
    const pauses = new Pauses(interruptions);
    for (;;) {
        const query = { 'page[after]': progress.position, 'filter[type]': typeToAskFor(types) };
        const stream = new FeedStream(interruptions.signal);
        try {
            for await (const item of stream.read(get, `/changes?${serializeQuery(query)}`, headers)) {
                pauses.reset();
                if (item.kind === 'retry')
                    pauses.firstMillis = item.millis;
                const told = item.kind === 'event' ? progress.take(item) : progress.due();
                if (told === undefined)
                    continue;
                yield told;
                // More may have arrived, which the reader no longer wants.
                interruptions.signal?.throwIfAborted();
            }
        }
        finally {
            stream.close();
        }
        progress.resume();
        if (!stream.isInOrder)
            await pauses.wait(stream.cause);
    }
}
