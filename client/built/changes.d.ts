import type { components } from '../built/schema.d.ts';
import type { Immutable } from './immutable.ts';
import type { RequestSettings } from './operations.ts';
/** Excludes `refetch`, which has no subject. */
type ResourceChange = Extract<components['schemas']['Changes']['data'][number], {
    relationships: {
        subject: unknown;
    };
}>;
/** The types of the resources in the feed. */
export type ChangedType = ResourceChange['relationships']['subject']['data']['type'];
type ChangeOf<Type extends ChangedType> = Extract<ResourceChange, {
    relationships: {
        subject: {
            data: {
                type: Type;
            };
        };
    };
}>;
/** The fields of a resource as a change left them. Fields added to the type later are missing. */
export type ChangedResource<Type extends ChangedType> = Immutable<NonNullable<ChangeOf<Type>['attributes']['after']>>;
interface Place {
    /** The position after this item: pass it as `after` once you have handled the item. */
    readonly position: string;
}
interface AnyChange extends Place {
    /** When its transaction began, as RFC 3339 in UTC. */
    readonly at: string;
    /** Identifies the change. It stays the same if you receive the change again. */
    readonly changeId: string;
}
interface ChangeOfResource<Type> extends AnyChange {
    readonly type: Type;
    /** The id of the resource. */
    readonly id: string;
}
interface Written<Type extends ChangedType> extends ChangeOfResource<Type> {
    /** Undefined if the service omits it: read the resource instead. */
    readonly resource: ChangedResource<Type> | undefined;
    /** The entity tag of this state for `ifMatch`, valid until the version grows. */
    readonly etag: string | undefined;
}
interface Created<Type extends ChangedType> extends Written<Type> {
    readonly action: 'created';
    readonly changed?: undefined;
}
interface Updated<Type extends ChangedType> extends Written<Type> {
    readonly action: 'updated';
    /** The fields whose values differ. */
    readonly changed: readonly string[];
}
interface Deleted<Type extends ChangedType> extends ChangeOfResource<Type> {
    readonly action: 'deleted';
    readonly resource?: undefined;
    readonly etag?: undefined;
    readonly changed?: undefined;
}
/** Resources of the type may have changed, become visible or become hidden: read them again. */
interface Refetch<Type> extends AnyChange {
    readonly action: 'refetch';
    readonly type: Type;
    readonly id?: undefined;
    readonly resource?: undefined;
    readonly etag?: undefined;
    readonly changed?: undefined;
}
/** The feed was read up to this position, without any change for you. */
interface Passed extends Place {
    readonly action: 'position';
    readonly at?: undefined;
    readonly changeId?: undefined;
    readonly type?: undefined;
    readonly id?: undefined;
    readonly resource?: undefined;
    readonly etag?: undefined;
    readonly changed?: undefined;
}
type OfType<Type extends ChangedType> = Type extends unknown ? Created<Type> | Updated<Type> | Deleted<Type> | Refetch<Type> : never;
/** An item of the feed, distinguished by `action` and `type`. */
export type Change<Type extends ChangedType = ChangedType> = OfType<Type> | Passed;
export interface ChangesSettings<Type extends string = ChangedType> extends RequestSettings {
    /** Start after this position, or at the end of the feed if `now`. Default: start with the oldest stored change. */
    readonly after?: string;
    /** Only changes of these types. Default: all. */
    readonly types?: readonly Type[];
    /** The most changes to fetch at once. Default: the service's. */
    readonly size?: number;
}
/**
 * Yields the changes after a position in order, and stops at the end of the feed. The last item has the position to continue from next
 * time: if there were no changes for you up to there, its action is `position`. Yields nothing if that is the position it started from.
 * @throws PositionExpiredError if the feed cannot continue from the position
 * @example for await (const { action, type, id, resource, position } of api.changes({ after })) …
 */
export type Changes = <Type extends ChangedType = ChangedType>(settings?: ChangesSettings<Type>) => AsyncGenerator<Change<Type>, void, undefined>;
/** A page of the feed. */
export interface ChangesPage {
    readonly data: readonly ChangeObject[];
    readonly meta: {
        readonly position: string;
    };
}
interface ChangeObject {
    readonly id: string;
    readonly attributes: {
        readonly action: string;
        readonly at: string;
        readonly changed?: readonly string[];
        readonly after?: unknown;
        /** Only for `refetch`, which has no subject. */
        readonly resource_type?: string;
    };
    readonly relationships?: {
        readonly subject: {
            readonly data: {
                readonly type: string;
                readonly id: string;
            };
        };
    };
    readonly meta: {
        readonly etag?: string;
        readonly page: {
            readonly cursor: string;
        };
    };
}
/** The query parameters of the first page. The service filters by at most one type. */
export declare function changesQuery({ after, types, size }: ChangesSettings<string>): Readonly<Record<string, unknown>>;
/** Yields the changes on pages as described at `Changes`. */
export declare function changesOn(pages: AsyncIterable<ChangesPage>, { after, types }: ChangesSettings<string>): AsyncGenerator<unknown, void, undefined>;
export {};
