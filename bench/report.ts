export interface Report {
  /** The heading. */
  readonly title: string;
  /** The method of measurement. */
  readonly load: string;
  /** The database server's version. */
  readonly database: string;
  /** The figures, for machines. */
  readonly rows: readonly object[];
  /** The figures, for people. */
  readonly table: string;
  /** A sentence per missed target. */
  readonly missed: readonly string[];
}
