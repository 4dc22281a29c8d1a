import { followFeed } from './follow-feed.js';
import { PositionExpiredError } from './json-api-error.js';
import { untilAnswered } from './interruptions.js';
import { pause } from './waiting.js';
/** The list is read this long after a change, so that one read covers all changes of a transaction. */
const SETTLE_MILLIS = 50;
/** When a feed starts over, its readers spread their reads over this time. */
const SPREAD_MILLIS = 1000;
/**
 * Yields the list, and yields it again whenever it differs. There is one read at a time, and only while the caller waits for a list. One more
 * read covers everything that has changed in the meantime.
 * @throws JsonApiError if a request is refused; the reason of the signal
 */
export async function* keepRight(access, { signal: outer, ...settings }) {
    const ended = new AbortController();
    const { signal } = ended;
    const abort = () => ended.abort(outer?.reason);
    if (outer?.aborted === true)
        abort();
    outer?.addEventListener('abort', abort);
    const interruptions = { ...settings, signal };
    let [shown, following] = ['', Promise.resolve()];
    try {
        for (;;) {
            const after = await untilAnswered((retry) => access.readEnd({ signal, retry }), interruptions);
            const due = new Due();
            following = follow(access, { ...interruptions, after }, due);
            do {
                due.clear();
                const document = await untilAnswered((retry) => access.readList({ signal, retry }), interruptions);
                const text = JSON.stringify(document);
                const isOther = text !== shown;
                shown = text;
                if (isOther)
                    yield document;
            } while (await due.isReadAgain());
            await pause(SPREAD_MILLIS * Math.random(), signal);
        }
    }
    finally {
        outer?.removeEventListener('abort', abort);
        ended.abort();
        await following;
    }
}
/** Marks the list as due after each change that can affect it, until the feed fails. */
async function follow({ get, noteConsistency, touching }, settings, due) {
    const touches = (change) => change !== undefined && touching.isTouchedBy(change);
    const types = touching.types;
    try {
        for await (const { change } of followFeed(get, { ...settings, ...(types && { types }) })) {
            noteConsistency(change?.meta.consistency ?? '');
            if (touches(change))
                due.mark();
        }
    }
    catch (error) {
        due.fail(error);
    }
}
/** Tracks whether the list must be read again. */
class Due {
    #isDue = false;
    #failure;
    #wake = () => undefined;
    mark() {
        this.#isDue = true;
        this.#wake();
    }
    /** @param error the reason why no more changes will be marked */
    fail(error) {
        this.#failure = { error };
        this.#wake();
    }
    /** Call it before reading the list. */
    clear() {
        this.#isDue = false;
    }
    /**
     * Waits until the list is due.
     * @returns false if the position has expired
     * @throws any other error of the feed
     */
    async isReadAgain() {
        if (!this.#isDue && this.#failure === undefined)
            await new Promise((resolve) => (this.#wake = resolve));
        if (this.#failure !== undefined) {
            const { error } = this.#failure;
            if (error instanceof PositionExpiredError)
                return false;
            throw error;
        }
        await pause(SETTLE_MILLIS, null);
        return true;
    }
}
