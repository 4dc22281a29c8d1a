/** An error in the log. */
export interface DescribedError {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
  readonly stack: string | undefined;
  /** Text if something other than an Error was thrown. */
  readonly cause: DescribedError | string | undefined;
}

/** An error for the log. Other properties are left out: database drivers put whole rows there. */
export function describeError(error: unknown): DescribedError | string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name, message, code, stack, cause: cause === undefined ? undefined : describeError(cause) };
}

/** The messages of an error and its cause in one line. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${messageOf(error)}: ${messageOf(cause)}` : messageOf(error);
}

/** An error's message in one line. */
export function messageOf(error: unknown): string {
  // Node leaves the message empty if a host has several addresses and none accepts a connection.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join(', ');
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s+/g, ' ').trim();
}
