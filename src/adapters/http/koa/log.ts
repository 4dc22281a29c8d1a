type Report = (facts: Readonly<Record<string, unknown>>, message: string) => void;

/** The log of the HTTP adapter. Facts never have names, e-mail addresses, query values or bodies. */
export interface Log {
  readonly debug: Report;
  readonly info: Report;
  readonly warn: Report;
  readonly error: Report;
}
