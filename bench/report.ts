export interface Report {
  /** The heading. */
  readonly title: string;
  /** How it was measured. */
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
