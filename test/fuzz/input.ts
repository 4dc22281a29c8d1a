export type Header = readonly [name: string, value: string];

/** One fuzz input: a request that is valid HTTP, whatever its content, or arbitrary bytes. */
export type Input = RequestInput | NoiseInput;

export interface RequestInput {
  readonly kind: 'request';
  readonly method: string;
  readonly target: string;
  readonly headers: readonly Header[];
  /** The whole request as sent. */
  readonly bytes: Buffer;
  /** The body before compression and chunking; empty when there is none. */
  readonly document: Buffer;
  /** The `X-Request-Id` that the answer must echo; undefined when the service must generate one. */
  readonly requestId: string | undefined;
}

export interface NoiseInput {
  readonly kind: 'noise';
  /** Sent one at a time, each in its own packet if the network allows. */
  readonly pieces: readonly Buffer[];
  /** True if the sender half-closes the connection at the end (FIN); otherwise it drops it. */
  readonly halfCloses: boolean;
}

export function bytesOf(input: Input): Buffer {
  return input.kind === 'request' ? input.bytes : Buffer.concat(input.pieces);
}

/** True if an input may change data, because an unsafe method occurs anywhere in it. */
export function mayWrite(input: Input): boolean {
  return WRITE_METHODS.test(bytesOf(input).toString('latin1'));
}

/** A shell command that sends the same bytes, truncated if there are many. */
export function replayCommand(input: Input): string {
  const bytes = bytesOf(input);
  const printable = bytes.subarray(0, MAX_BYTES).toString('latin1').replaceAll(UNPRINTABLE, escape);
  const rest = bytes.length > MAX_BYTES ? ` # ${bytes.length - MAX_BYTES} more bytes: replay by seed` : '';
  return `printf '${printable}' | nc -q 2 127.0.0.1 3000${rest}`;
}

/** The values of a header, one for each line. */
export function valuesOfHeader({ headers }: RequestInput, name: string): readonly string[] {
  return headers.filter(([other]) => other.toLowerCase() === name).map(([, value]) => value);
}

const WRITE_METHODS = /POST|PATCH|DELETE/;
const MAX_BYTES = 4000;
const UNPRINTABLE = /[^\x20-\x7e]|['%\\]/g;

function escape(character: string): string {
  if (character === '%') return '%%';
  if (character === '\r') return '\\r';
  if (character === '\n') return '\\n';
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
