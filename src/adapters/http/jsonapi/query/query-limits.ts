/** What one query string may ask for. Beyond it the answer is 400. */
export interface QueryLimits {
  /** Page size when none is asked for. */
  readonly defaultPageSize: number;
  /** The largest page size; undefined: any. */
  readonly maxPageSize: number | undefined;
  /** Whether `page[size]=0` (everything at once) is allowed. */
  readonly allowUnpaged: boolean;
  /** Names in one include path. */
  readonly maxIncludeNames: number;
  /** Nesting of filter objects, booleans, `any` / `has` and `__` steps. */
  readonly maxFilterLevels: number;
  /** Filter objects and `filter[FIELD]` parameters together. */
  readonly maxFilterObjects: number;
  /** Values of one `in_` or `notin_`. */
  readonly maxListValues: number;
}
