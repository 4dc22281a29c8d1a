import type { Resource, WalkSettings } from './operations.ts';
import { type CompoundDocument, type Identifier } from './related.ts';
/** A page of a list by cursor. */
export interface WalkedPage {
    readonly data: readonly unknown[];
    readonly links: {
        readonly prev: string | null;
        readonly next: string | null;
    };
    readonly meta?: {
        readonly count: number;
    };
}
/**
 * Yields the items of a list, fetching each page when the items of the previous one have been used.
 * @param fetchPage fetches the page with these parameters
 */
export declare function walkPages(fetchPage: (page: Readonly<Record<string, unknown>>) => Promise<WalkedPage>, { from, backward, onTotal }: WalkSettings): AsyncGenerator<unknown, void, undefined>;
/**
 * Yields the members of an included set: first those that the document includes, then those of each further page.
 * @throws Error if the request did not include them
 */
export declare function walkSet(document: CompoundDocument, resource: Resource, name: string, morePages: AsyncIterable<CompoundDocument & {
    readonly data: readonly Identifier[];
}>): AsyncGenerator<unknown, void, undefined>;
