// A table without an entry for one kind of observation does not compile.
import type { ObservationTable } from '#application/ports/observation';

declare const table: Omit<ObservationTable, 'replica left out'>;

// @ts-expect-error There is no entry for `replica left out`.
export const incomplete: ObservationTable = table;
