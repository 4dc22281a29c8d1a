/** Where the HTTP adapter reports to. Facts are data; no names, e-mail addresses, query values or bodies among them. */
export interface Log {
  info(facts: Readonly<Record<string, unknown>>, message: string): void;
  warn(facts: Readonly<Record<string, unknown>>, message: string): void;
  error(facts: Readonly<Record<string, unknown>>, message: string): void;
}
