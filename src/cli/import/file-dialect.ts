import type { DateOrder } from './dates.ts';

/** The caller's settings for reading a file. */
export interface FileDialect {
  /** The type of the rows, if the header matches several. */
  readonly typeName: string | undefined;
  /** Undefined: the header's. */
  readonly delimiter: string | undefined;
  /** Undefined: dates are `YYYY-MM-DD`. */
  readonly dates: DateOrder | undefined;
  /** The attribute for each column, by its heading; empty to leave the column out. */
  readonly map: ReadonlyMap<string, string>;
  /** True if records change the resources with their ids instead of creating new ones. */
  readonly isUpdate: boolean;
}
