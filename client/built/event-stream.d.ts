export interface StreamEvent {
    readonly kind: 'event';
    readonly name: string;
    readonly data: string;
    /** The last `id` of the stream up to here; empty if there was none. */
    readonly id: string;
}
export type StreamItem = StreamEvent | {
    readonly kind: 'retry';
    readonly millis: number;
} | {
    readonly kind: 'comment';
};
/** Parses one stream, whose bytes can be cut anywhere. An event whose blank line never comes is dropped. */
export declare class EventStreamParser {
    #private;
    /** Yields what these bytes complete. */
    parse(bytes: Uint8Array): Generator<StreamItem, void, undefined>;
}
