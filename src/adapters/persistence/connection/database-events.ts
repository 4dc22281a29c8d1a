/** What a database reports while it works. Costs nothing where nobody listens. */
export interface DatabaseEvents {
  /** A statement is about to be sent. */
  readonly onStatement?: StatementListener | undefined;
  /** A statement has ended, well or not, after so many milliseconds. */
  readonly onStatementDone?: ((millis: number) => void) | undefined;
  /** A write starts again, because it collided with another one. */
  readonly onCollision?: (() => void) | undefined;
  /** Something that whoever runs the database may want to change, a sentence. */
  readonly onAdvice?: ((text: string) => void) | undefined;
  /** The database or the connection to it reported an error: an SQLSTATE, a code of the operating system, or `none`. */
  readonly onFailure?: ((code: string) => void) | undefined;
}

/** Gets the text and the parameters of a statement. */
export type StatementListener = (sql: string, parameters: readonly unknown[]) => void;
