import type { WalkSettings } from './operations.ts';
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
 * @param fetchPage is given the parameters of a page
 */
export declare function walkPages(fetchPage: (page: Readonly<Record<string, unknown>>) => Promise<WalkedPage>, { from, backward, onTotal }: WalkSettings): AsyncGenerator<unknown, void, undefined>;
