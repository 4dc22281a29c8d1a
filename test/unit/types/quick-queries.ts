// A new member of a query needs a line that tells when the query is quick.
import type { QuickMembers } from '#adapters/persistence/sql/quick-queries';

declare const members: Omit<QuickMembers, 'related'>;

// @ts-expect-error There is no line for `related`.
export const incomplete: QuickMembers = members;
