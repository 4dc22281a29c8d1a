export interface StreamEvent {
    readonly kind: 'event';
    readonly name: string;
    readonly data: string;
    /** The last `id` in the stream so far; empty if there was none. */
    readonly id: string;
}
export type StreamItem = StreamEvent | {
    readonly kind: 'retry';
    readonly millis: number;
} | {
    readonly kind: 'comment';
};
/** Parses one stream, whose bytes can be split anywhere. An event without its final blank line is dropped. */
export declare class EventStreamParser {
    #private;
    /** Yields the items that these bytes complete. */
    parse(bytes: Uint8Array): Generator<StreamItem, void, undefined>;
}
