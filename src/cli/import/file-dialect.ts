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
}

/**
 * @param what the file is
 * @throws Error if the dialect has options that mean nothing for such a file
 */
export function requireNoCsvOptions({ delimiter, dates, map }: FileDialect, what: string): void {
  const given = { '--delimiter': delimiter !== undefined, '--dates': dates !== undefined, '--map': map.size > 0 };
  const option = Object.entries(given).find(([, isGiven]) => isGiven)?.[0];
  if (option !== undefined) throw new Error(`${option} is for CSV, and the file is ${what}`);
}
