import { type StreamItem } from './event-stream.ts';
import type { UntypedRequest } from './untyped-request.ts';
/** Sends a GET. Resolves to a successful response with its body unread; rejects with the errors of a client. */
export type GetStream = (path: string, request: UntypedRequest) => Promise<Response>;
/** One connection to the change stream. */
export declare class FeedStream {
    #private;
    constructor(signal: AbortSignal | undefined);
    /** The reason why the stream could not be opened or has ended. */
    get cause(): unknown;
    /** True if the service has ended the stream without a failure, so that reopening it at once gives a stream or a final error. */
    get isInOrder(): boolean;
    /**
     * Opens the stream and yields its items until it ends. `cause` is then the reason, and the stream can be reopened.
     * @throws the error if the request is refused; the reason of the signal
     */
    read(get: GetStream, path: string, headers: Readonly<Record<string, string>>): AsyncGenerator<StreamItem, void, undefined>;
    /** Closes the connection. */
    close(): void;
}
