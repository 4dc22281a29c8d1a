import type { DateOrder } from './dates.ts';

/** How to read a file, as far as the caller says. */
export interface FileDialect {
  /** The rows' type, where the header fits several. */
  readonly typeName: string | undefined;
  /** Undefined: the one in the header. */
  readonly delimiter: string | undefined;
  /** Undefined: dates are `YYYY-MM-DD`. */
  readonly dates: DateOrder | undefined;
  /** The attribute of a column, by its header; empty: the column is left out. */
  readonly map: ReadonlyMap<string, string>;
  /** Whether records change the resources of their ids, instead of creating new ones. */
  readonly isUpdate: boolean;
}
