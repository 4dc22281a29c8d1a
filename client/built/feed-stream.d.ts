import { type StreamItem } from './event-stream.ts';
import type { UntypedRequest } from './untyped-request.ts';
/** Sends a GET. Resolves to a response with a status of success, the body unread; rejects with the errors of a client. */
export type GetStream = (path: string, request: UntypedRequest) => Promise<Response>;
/** One connection to the stream of changes. */
export declare class FeedStream {
    #private;
    constructor(signal: AbortSignal | undefined);
    /** Why the stream could not be opened, or has ended. */
    get cause(): unknown;
    /** True if the service has ended the stream because its time was over, or says something else now. */
    get isInOrder(): boolean;
    /**
     * Opens the stream, and yields what it says until it ends. It can then be opened again: see `cause`.
     * @throws the error if the request is refused; the reason of the signal
     */
    read(get: GetStream, path: string, headers: Readonly<Record<string, string>>): AsyncGenerator<StreamItem, void, undefined>;
    /** Closes the connection. */
    close(): void;
}
