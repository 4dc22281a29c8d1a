import type { Statement } from './sql.ts';

/** Rows as the database's driver gives them: the values of the columns in their order, each as text, or `null`. */
export type Rows = readonly (readonly unknown[])[];

/** Something that runs statements. */
export interface Runner {
  /** @throws the error of the database or the driver as it is */
  run(statement: Statement): Promise<Rows>;
}

/** A connection that is taken from the others until it is released. Each statement is a transaction of its own. */
export interface Connection extends Runner {
  release(): void;
}

/** A transaction on a connection of its own. What is asked without waiting for answers is sent in one go and runs in its order. */
export interface SqlTransaction extends Runner {
  /** Sends the commit together with what is asked here, all at once, and last. */
  end<Result>(ask: () => Promise<Result>): Promise<Result>;
  /** Whether `end` has been called: a connection that breaks then may have committed. */
  readonly isEnding: boolean;
  commit(): Promise<void>;
  /** Never fails: where the connection is lost, the server rolls back by itself. */
  rollBack(): Promise<void>;
}

/** `read`: one snapshot, nothing is written. `write`: each statement sees what is final when it begins. */
export type Access = 'read' | 'write';

/** The connections to a database. */
export interface Connections {
  /** @throws the error of the driver when there is none, or none is free in time */
  acquire(): Promise<Connection>;
  /** @throws the same */
  begin(access: Access): Promise<SqlTransaction>;
}
