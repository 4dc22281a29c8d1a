/** What a database reports while it is opened and while it works. */
export interface DatabaseEvents {
  /** Opening it takes longer, since it was not closed; in which folder it is. */
  readonly onRecovery?: ((folder: string) => void) | undefined;
  /** A statement is about to be sent. */
  readonly onStatement?: ((sql: string, parameters: readonly unknown[]) => void) | undefined;
  /** A statement has ended, successfully or not. */
  readonly onStatementDone?: ((millis: number) => void) | undefined;
  /** A sentence for the operator: something about the database is worth changing. */
  readonly onAdvice?: ((text: string) => void) | undefined;
  /** Of several hosts another one than before takes the connections: its name and port. */
  readonly onHostChange?: ((host: string) => void) | undefined;
  /** The database or its connection failed: an SQLSTATE, an operating system code, or `none`. */
  readonly onFailure?: ((code: string) => void) | undefined;
}
