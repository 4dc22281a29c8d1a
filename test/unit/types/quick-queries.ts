// Each member of a query needs an entry that decides if the query can be quick.
import type { QuickMembers } from '#adapters/persistence/sql/quick-queries';

declare const members: Omit<QuickMembers, 'related'>;

// @ts-expect-error There is no entry for `related`.
export const incomplete: QuickMembers = members;
