import type { components, paths } from '../built/schema.d.ts';
import type { Immutable } from './immutable.ts';
import type { IncludeOf } from './include.ts';
import type { ReadSet, ReplaceSettings } from './incomplete-sets.ts';
import type { Match, Tagged } from './tags.ts';
export declare const MEDIA_TYPE = "application/vnd.api+json";
export type Method = 'get' | 'post' | 'patch' | 'delete';
interface Content<Body> {
    readonly content: {
        readonly [MEDIA_TYPE]: Body;
    };
}
type Operation<Path extends keyof paths, Used extends Method> = NonNullable<paths[Path][Used]>;
type Answer<Path extends keyof paths, Used extends Method> = Operation<Path, Used> extends {
    readonly responses: infer Responses;
} ? Responses[keyof Responses & (200 | 201)] : never;
/** The document of a successful response: a numbered page for a list, all of the linkage for a relationship. */
export type DocumentOf<Path extends keyof paths, Used extends Method> = Answer<Path, Used> extends Content<infer Document> ? Exclude<Document, CursorPage> : never;
/** The document of the response to a request with these query parameters. */
export type DocumentWith<Path extends keyof paths, Used extends Method, Given> = Used extends 'get' ? Path extends RelationshipPath ? SetIn<LinkageWith<Path, Given>> : DocumentOf<Path, Used> : DocumentOf<Path, Used>;
/** The document of a relationship route, which has pages by cursor only. */
type LinkageWith<Path extends keyof paths, Given> = [Extract<Given, CursorParameter>] extends [never] ? DocumentOf<Path, 'get'> : Either<CursorPageOf<Path>, DocumentOf<Path, 'get'>>;
type Either<First, Second> = [First] extends [never] ? Second : First;
type CursorParameter = 'page[size]' | 'page[after]' | 'page[before]';
type RelationshipPath = `${string}/relationships/${string}`;
/** The document of a to-many relationship also has `complete`. */
type SetIn<Document> = Document extends {
    readonly data: readonly unknown[];
} ? Document & ReadSet : Document;
/** A page by cursor of a list or a relationship. */
export type CursorPageOf<Path extends keyof paths> = Answer<Path, 'get'> extends Content<infer Document> ? Extract<Document, CursorPage> : never;
/** An item of a list or a relationship, with its cursor. */
export type ItemOf<Path extends PagedPath> = CursorPageOf<Path>['data'][number];
/** The parts of a walk besides its path. */
export type WalkOf<Path extends PagedPath, Given extends WalkParameter<Path> = WalkParameter<Path>> = WalkSettings & RequestSettings & PathParametersOf<Path, 'get'> & {
    readonly query?: QueryWith<Path, 'get', Given>;
};
export type WalkParameter<Path extends PagedPath> = Exclude<ParameterOf<Path, 'get'>, 'page[number]' | ByCursor | 'include'>;
export interface WalkSettings {
    /** The `meta.page.cursor` of the item to start after, from an earlier walk in the same order. Default: walks the whole list. */
    readonly from?: string;
    /** Walks toward the start of the list. */
    readonly backward?: boolean;
    /** Receives the number of matches. Counting them takes time, so they are only counted if this is set. */
    readonly onTotal?: (total: number) => void;
}
/** Only pages by cursor have both links, which are `null` at the ends. */
interface CursorPage {
    readonly data: readonly unknown[];
    readonly links: {
        readonly prev: string | null;
        readonly next: string | null;
    };
}
/** The paths that have a method and respond with a JSON:API document. */
export type PathOf<Used extends Method> = {
    [Path in keyof paths]: paths[Path][Used] extends undefined ? never : [DocumentOf<Path, Used>] extends [never] ? never : Path;
}[keyof paths];
/** The paths that have pages: those of lists and of to-many relationships. */
export type PagedPath = {
    [Path in PathOf<'get'>]: [CursorPageOf<Path>] extends [never] ? never : Path;
}[PathOf<'get'>];
/**
 * The parts of a request besides its method and path.
 * @typeParam Given the names of the query parameters that it may have
 */
export type RequestOf<Path extends keyof paths, Used extends Method, Given extends ParameterOf<Path, Used> = ParameterOf<Path, Used>> = PathParametersOf<Path, Used> & {
    readonly query?: QueryWith<Path, Used, Given>;
} & BodyOf<Operation<Path, Used>> & KeyOf<Used> & ReplaceOf<Used> & ConditionOf<Path, Used> & RequestSettings;
export interface RequestSettings {
    /** Aborts the request, and the wait between its attempts. */
    readonly signal?: AbortSignal;
    readonly headers?: Readonly<Record<string, string>>;
}
/** The additional parts of a write. */
export interface WriteSettings {
    /**
     * Identifies the write, which is carried out only once no matter how often it is sent with this key. Default: a new key for each call, used
     * for all its retries. With a key that you have stored, another process can repeat the write.
     */
    readonly idempotencyKey?: string;
}
type ReplaceOf<Used extends Method> = Used extends 'patch' ? ReplaceSettings : {
    readonly evenIfIncomplete?: never;
};
type KeyOf<Used extends Method> = Used extends 'get' ? {
    readonly idempotencyKey?: never;
} : WriteSettings;
/** The type of the resource that an entity tag on a path refers to. On a relationship route, this is the resource with the relationship. */
type StateOf<Path extends keyof paths> = Path extends `${infer One extends keyof paths}/relationships/${string}` ? TypeIn<DocumentOf<One, 'get'>> : TypeIn<DocumentOf<Path, 'get' & keyof paths[Path]>>;
type TypeIn<Document> = Document extends {
    readonly data: infer Data;
} ? TypeOf<Data> : never;
type TypeOf<Data> = Data extends readonly (infer Item)[] ? TypeOf<Item> : Data extends {
    readonly type: infer Type extends string;
} ? Type : never;
/** The document of a response, with its entity tag if the response has one. */
export type ResultOf<Path extends keyof paths, Used extends Method, Document = DocumentOf<Path, Used>> = Answer<Path, Used> extends {
    readonly headers: {
        readonly ETag: string;
    };
} ? Document & Tagged<StateOf<Path>> : Document;
type ConditionOf<Path extends keyof paths, Used extends Method> = Used extends 'get' ? {
    readonly ifMatch?: never;
} : 'If-Match' extends HeaderOf<Operation<Path, Used>> ? {
    /** Carries out the write only if the resource is still in this state; otherwise rejects with `PreconditionFailedError`. */
    readonly ifMatch?: Match<StateOf<Path>>;
} : {
    readonly ifMatch?: never;
};
/** The names of the header parameters. */
type HeaderOf<Described> = Described extends {
    readonly parameters: {
        readonly header?: infer Header;
    };
} ? [NonNullable<Header>] extends [never] ? never : keyof NonNullable<Header> : never;
type PathParametersOf<Path extends keyof paths, Used extends Method> = Operation<Path, Used> extends {
    readonly parameters: {
        readonly path: infer Parameters extends Readonly<Record<string, string>>;
    };
} ? {
    readonly path: Readonly<Parameters>;
} : {
    readonly path?: never;
};
/** The query parameters of a method of a path. If it has pages by number, the cursor parameters are left to `walk`. */
type QueryOf<Path extends keyof paths, Used extends Method> = Operation<Path, Used> extends {
    readonly parameters: {
        readonly query?: infer Parameters extends object;
    };
} ? Taken<Parameters, 'page[number]' extends keyof Parameters ? ByCursor : never, Used extends 'get' ? StateOf<Path> : never> : object;
type ByCursor = 'page[after]' | 'page[before]' | 'page[total]';
/** @typeParam From the type that `include` paths start from; `never` for a write, whose `include` is a list */
type Taken<Parameters, Hidden, From> = {
    readonly [Name in keyof Parameters as Exclude<Name, Hidden>]: Name extends 'include' ? IncludeOf<From, Immutable<Parameters[Name]>> : Immutable<Parameters[Name]>;
};
/** The names of the query parameters of a method of a path. */
export type ParameterOf<Path extends keyof paths, Used extends Method> = keyof QueryOf<Path, Used>;
/** The query parameters with these names. The compiler infers the names from what is given. */
type QueryWith<Path extends keyof paths, Used extends Method, Given extends ParameterOf<Path, Used>> = {
    readonly [Name in Given]: QueryOf<Path, Used>[Name];
};
type BodyOf<Described> = Described extends {
    readonly requestBody: Content<infer Body>;
} ? {
    readonly body: Immutable<Body>;
} : {
    readonly body?: never;
};
/** The last parameter of a method: optional unless the request needs something. */
export type Optional<Request> = object extends Request ? [request?: Request] : [request: Request];
export type Resource = components['schemas']['Included'][number];
/** An error object of the service. */
export type ErrorObject = components['schemas'][keyof components['schemas'] & `${string}Error`];
/** The document returned for these query parameters: without `fields[TYPE]`, a resource has all its fields. */
export type Shown<Document, Given> = Read<Document, [
    Extract<Given, `fields[${string}]`>
] extends [never] ? 'all' : 'some'>;
/** A document whose resources have all their fields. */
export type WithAllFields<Document> = Read<Document, 'all'>;
type Read<Document, Fields extends 'all' | 'some'> = Document extends Resource ? {
    readonly [Member in keyof Document]: Member extends 'attributes' ? Present<Document[Member], Fields> : Member extends 'relationships' ? Present<Sets<Document[Member]>, Fields> : Document[Member];
} : Document extends readonly (infer Item)[] ? readonly Read<Item, Fields>[] : Document extends {
    readonly data: infer Data;
} ? Omit<Document, 'data' | 'included'> & {
    readonly data: Read<Data, Fields>;
    readonly included?: readonly Read<Resource, Fields>[];
} : Document;
type Present<Members, Fields> = Fields extends 'all' ? Required<Members> : Members;
type Sets<Relationships> = {
    [Name in keyof Relationships]: WithCompleteness<Relationships[Name]>;
};
/** A to-many relationship with `data` also has `complete`. */
type WithCompleteness<Relationship> = Relationship extends {
    readonly data?: infer Data;
} ? NonNullable<Data> extends readonly unknown[] ? Relationship & {
    readonly [Member in keyof Pick<Relationship, 'data'> as keyof ReadSet]: boolean;
} : Relationship : Relationship;
export {};
