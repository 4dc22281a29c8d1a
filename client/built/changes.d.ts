import { type Change, type ChangedType, type ChangeObject } from './change.ts';
import type { GetStream } from './feed-stream.ts';
import type { InterruptionSettings } from './interruptions.ts';
import type { AnyRequest } from './untyped-request.ts';
interface FeedSettings<Type extends string> extends Pick<AnyRequest, 'signal' | 'headers'> {
    /** Start after this position, or at the end of the feed if `now`. Default: start with the oldest stored change. */
    readonly after?: string;
    /** Only changes of these types. Default: all. */
    readonly types?: readonly Type[];
}
interface FollowSettings<Type extends string> extends FeedSettings<Type>, InterruptionSettings {
    readonly follow?: true;
    readonly size?: never;
}
interface PageSettings<Type extends string> extends FeedSettings<Type> {
    /** Stops at the end of the feed. */
    readonly follow: false;
    /** The maximum number of changes per request. Default: the service's page size. */
    readonly size?: number;
    readonly onInterrupted?: never;
}
export type ChangesSettings<Type extends string = ChangedType> = FollowSettings<Type> | PageSettings<Type>;
/**
 * Yields the changes after a position in order, then new ones as they happen. An item with the action `position` means that there were no
 * changes for you up to its position. The loop reconnects after outages, and ends only by `break` or the signal. With `follow: false`, it
 * stops at the end of the feed, and the last item has the position to continue from.
 * @throws PositionExpiredError if the feed cannot continue from the position; JsonApiError if the service refuses the request; the reason of
 * the signal
 * @example for await (const { action, type, id, resource, position } of api.changes({ after, signal })) …
 */
export type Changes = <Type extends ChangedType = ChangedType>(settings?: ChangesSettings<Type>) => AsyncGenerator<Change<Type>, void, undefined>;
/** A page of the feed. */
export interface ChangesPage {
    readonly data: readonly ChangeObject[];
    readonly meta: {
        readonly position: string;
    };
}
/** The parts of a client needed to read the feed. */
export interface FeedAccess {
    readonly get: GetStream;
    /** Yields a page and all pages after it. */
    readonly pages: (path: string, request: AnyRequest) => AsyncIterable<ChangesPage>;
    /** Call it with each `Consistency-Token` received in a stream. */
    readonly noteConsistency: (token: string) => void;
}
/** Yields changes as `Changes` describes. */
export declare function changesOf(access: FeedAccess, settings: ChangesSettings<string>): AsyncGenerator<unknown, void, undefined>;
export {};
