import type { components } from '../built/schema.d.ts';
import type { Immutable } from './immutable.ts';
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
    /** The time when its transaction began, in UTC per RFC 3339. */
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
/** The feed has been read up to this position and had no changes for you. */
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
/** A change or a `refetch`, as the service sends it. */
export interface ChangeObject {
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
        /** Only in a stream: a `Consistency-Token` with which reads include the change. */
        readonly consistency?: string;
        /** The position of the change. In a stream, resume from the `id` of its frame instead. */
        readonly page: {
            readonly cursor: string;
        };
    };
}
/** The resource that has changed; for a `refetch`, only the type. */
export declare function subjectOf({ attributes, relationships }: ChangeObject): {
    readonly type: string | undefined;
    readonly id?: string;
};
/** @param position the position after it */
export declare function itemOf(change: ChangeObject, position: string): {
    action: string;
    type: string | undefined;
    id: string | undefined;
    resource: unknown;
    changed: readonly string[] | undefined;
    etag: string | undefined;
    at: string;
    changeId: string;
    position: string;
};
export {};
