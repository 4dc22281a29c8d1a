// Follows the changes feed as a stream (docs/changes.md) and survives lost connections and outages.
import { typeToAskFor } from './feed-filter.js';
import { FeedProgress } from './feed-progress.js';
import { FeedStream } from './feed-stream.js';
import { Pauses } from './interruptions.js';
import { serializeQuery } from './serialize-query.js';
/**
 * Yields the changes after a position, then new ones as they happen, as the service sends them, each with the position to resume from. For
 * users of `request`; `Client.changes` yields them typed.
 * @param get sends a GET like `Client.request`
 * @throws PositionExpiredError if the feed cannot continue from the position; JsonApiError if the service refuses the request; Error if
 * something other than the service responds; the reason of the signal
 */
export async function* followFeed(get, { after = '', types, headers = {}, ...interruptions }) {
    const progress = new FeedProgress(after, types);
    const pauses = new Pauses(interruptions);
    for (;;) {
        const query = { 'page[after]': progress.position, 'filter[type]': typeToAskFor(types) };
        const stream = new FeedStream(interruptions.signal);
        try {
            for await (const item of stream.read(get, `/changes?${serializeQuery(query)}`, headers)) {
                if (item.kind === 'retry')
                    pauses.firstMillis = item.millis;
                const { position } = progress;
                const told = item.kind === 'event' ? progress.take(item) : progress.due();
                // Every stream begins with the position where it resumes, even one that fails right after that.
                if (item.kind === 'comment' || progress.position !== position)
                    pauses.reset();
                if (told === undefined)
                    continue;
                yield told;
                // Drop changes that have arrived after an abort.
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
