/** What a run has measured. */
export interface Report {
  /** What it is about, as a heading. */
  readonly title: string;
  /** How it was measured. */
  readonly load: string;
  /** The database server's version. */
  readonly database: string;
  /** The figures, for machines. */
  readonly rows: readonly object[];
  /** The figures, for people. */
  readonly table: string;
  /** One sentence for each target that was missed. */
  readonly missed: readonly string[];
}
