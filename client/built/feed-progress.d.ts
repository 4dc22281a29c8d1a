import type { ChangeObject } from './change.ts';
import type { StreamEvent } from './event-stream.ts';
/** A change, and the position after it. */
export interface FeedItem {
    /** Undefined if there was no change for the reader up to this position. */
    readonly change?: ChangeObject;
    readonly position: string;
}
/**
 * The progress of a reader across lost connections. Several frames can have the same `id`: while the service delays a `refetch`, the frames
 * after it have the position before it. If the connection is lost there, they arrive again.
 */
export declare class FeedProgress {
    #private;
    /** @param after the position where the reader starts */
    constructor(after: string, types: readonly string[] | undefined);
    /** The position from which a stream resumes. */
    get position(): string;
    /** Call it before the stream resumes. */
    resume(): void;
    /** @returns the item that an event gives the reader, if any */
    take({ name, data, id }: StreamEvent): FeedItem | undefined;
    /** The position, if it is time to give it to the reader. */
    due(): FeedItem | undefined;
}
