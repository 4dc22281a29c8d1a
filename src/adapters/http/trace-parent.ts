/**
 * The trace that a request belongs to, by its `traceparent` header (W3C Trace Context, level 1).
 * @returns undefined when there is none, or none that is valid
 */
export function traceIdOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const { version, trace, parent } = FORM.exec(header)?.groups ?? {};
  const valid = version !== 'ff' && trace !== NO_TRACE && parent !== NO_PARENT;
  return valid ? trace : undefined;
}

/** Later versions may add fields behind the flags. */
const FORM = /^(?<version>[0-9a-f]{2})-(?<trace>[0-9a-f]{32})-(?<parent>[0-9a-f]{16})-[0-9a-f]{2}(?:$|(?<!^00.*)-)/;
const NO_TRACE = '0'.repeat(32);
const NO_PARENT = '0'.repeat(16);
