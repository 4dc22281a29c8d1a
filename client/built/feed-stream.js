import { EventStreamParser } from './event-stream.js';
import { memberOf } from './json.js';
import { attempt } from './interruptions.js';
import { unlessAborted } from './waiting.js';
const EVENT_STREAM = 'text/event-stream';
/** The service sends a comment after 15 s of silence, so a connection that is silent for longer than this is dead. */
const SILENCE_MILLIS = 45_000;
/** Codes of `end` events after which the service may still be unavailable. */
const FAILURES = ['service-unavailable', 'internal-error'];
/** A stream that the service ended without a failure is reopened at once if it lasted at least this long. */
const LASTING_MILLIS = 500;
/** One connection to the change stream. */
export class FeedStream {
    #signal;
    /** Ends the connection. */
    #ended = new AbortController();
    #startedAt = performance.now();
    #cause;
    #isInOrder = false;
    constructor(signal) {
        this.#signal = signal;
        signal?.throwIfAborted();
        signal?.addEventListener('abort', this.#abort);
    }
    /** The reason why the stream could not be opened or has ended. */
    get cause() {
        return this.#cause;
    }
    /** True if the service has ended the stream without a failure, so that reopening it at once gives a stream or a final error. */
    get isInOrder() {
        return this.#isInOrder && performance.now() - this.#startedAt >= LASTING_MILLIS;
    }
    /**
     * Opens the stream and yields its items until it ends. `cause` is then the reason, and the stream can be reopened.
     * @throws the error if the request is refused; the reason of the signal
     */
    async *read(get, path, headers) {
        const reader = (await this.#open(get, path, headers))?.getReader();
        if (reader === undefined)
            return;
        const parser = new EventStreamParser();
        try {
            for (let bytes = await this.#next(reader); bytes !== undefined; bytes = await this.#next(reader))
                for (const item of parser.parse(bytes)) {
                    if (item.kind === 'event' && item.name === 'end') {
                        this.#end(item.data);
                        return;
                    }
                    yield item;
                }
        }
        finally {
            // Rejects if the connection has failed; `cause` already has the error.
            reader.cancel().catch(() => undefined);
        }
    }
    /** Closes the connection. */
    close() {
        this.#signal?.removeEventListener('abort', this.#abort);
        this.#ended.abort();
    }
    #abort = () => this.#ended.abort(this.#signal?.reason);
    async #open(get, path, headers) {
        const request = { headers: { ...headers, Accept: EVENT_STREAM }, signal: this.#ended.signal };
        try {
            const opened = await this.#unlessSilent(() => attempt((retry) => get(path, { ...request, retry })));
            if ('cause' in opened)
                return this.#cut(opened.cause);
            return bodyOf(opened.result);
        }
        catch (error) {
            if (!this.#ended.signal.aborted)
                throw error;
            return this.#cut(error);
        }
    }
    /** The next bytes; undefined if there are no more. */
    async #next(reader) {
        try {
            const { value } = await this.#unlessSilent(() => reader.read());
            return value ?? this.#cut(new Error('the connection was closed'));
        }
        catch (error) {
            return this.#cut(error);
        }
    }
    async #unlessSilent(wait) {
        const giveUp = () => this.#ended.abort(new Error(`silence for ${SILENCE_MILLIS / 1000} s`));
        const silence = setTimeout(giveUp, SILENCE_MILLIS);
        try {
            return await unlessAborted(this.#ended.signal, wait);
        }
        finally {
            clearTimeout(silence);
        }
    }
    /** @throws the reason of the signal */
    #cut(cause) {
        this.#signal?.throwIfAborted();
        this.#cause = cause;
    }
    #end(data) {
        const code = memberOf(JSON.parse(data), 'code');
        this.#isInOrder = !FAILURES.includes(code);
        this.#cause = new Error(`the service ended the stream: ${String(code)}`);
    }
}
/** @throws Error if the response is not a stream, such as a page from a proxy */
function bodyOf({ body, headers }) {
    if (body !== null && headers.get('Content-Type')?.startsWith(EVENT_STREAM) === true)
        return body;
    throw new Error('the response is not the change stream');
}
