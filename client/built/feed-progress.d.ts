import type { ChangeObject } from './change.ts';
import type { StreamEvent } from './event-stream.ts';
/** A change, and the position after it. */
export interface FeedItem {
    /** Undefined if the feed was only read up to the position, without a change for the reader. */
    readonly change?: ChangeObject;
    readonly position: string;
}
/**
 * How far a stream was read, across cuts. Several frames can have one `id`: while an order to read a type again waits in the service, those
 * behind it have the position before it. After a cut there, they are told again.
 */
export declare class FeedProgress {
    #private;
    /** @param after where the reader starts */
    constructor(after: string, types: readonly string[] | undefined);
    /** Where a stream resumes. */
    get position(): string;
    /** Call it before the stream resumes. */
    resume(): void;
    /** @returns what the reader learns from an event; undefined: nothing */
    take({ name, data, id }: StreamEvent): FeedItem | undefined;
    /** The position, if it is time that the reader learns it. */
    due(): FeedItem | undefined;
}
