/** One header line. */
export type Header = readonly [name: string, value: string];

/** What is sent in one go: a request that is one in HTTP, however odd what it says, or bytes that may be anything. */
export type Shot = RequestShot | NoiseShot;

export interface RequestShot {
  readonly kind: 'request';
  readonly method: string;
  /** The whole request as it goes over the wire. */
  readonly bytes: Buffer;
  /** The body before it was compressed and cut into chunks; empty when there is none. */
  readonly document: Buffer;
  /** The `X-Request-Id` that the answer has to repeat; undefined: the service makes one. */
  readonly requestId: string | undefined;
}

export interface NoiseShot {
  readonly kind: 'noise';
  /** Sent one after the other, each in a packet of its own where the network allows. */
  readonly pieces: readonly Buffer[];
  /** Whether the sender says in the end that nothing more will come. Else it just goes away. */
  readonly ends: boolean;
}

/** All bytes of a shot. */
export function bytesOf(shot: Shot): Buffer {
  return shot.kind === 'request' ? shot.bytes : Buffer.concat(shot.pieces);
}

/** Whether a shot may change anything: whether it has the name of a method that is not safe. */
export function mayWrite(shot: Shot): boolean {
  return WRITING.test(bytesOf(shot).toString('latin1'));
}

/** As a shell command that sends the same bytes, shortened when they are many. */
export function replayCommand(shot: Shot): string {
  const bytes = bytesOf(shot);
  const shown = bytes.subarray(0, MOST_BYTES).toString('latin1').replaceAll(UNPRINTABLE, escape);
  const rest = bytes.length > MOST_BYTES ? ` # and ${bytes.length - MOST_BYTES} bytes more: replay by seed` : '';
  return `printf '${shown}' | nc -q 2 127.0.0.1 3000${rest}`;
}

const WRITING = /POST|PATCH|DELETE/;
const MOST_BYTES = 4000;
const UNPRINTABLE = /[^\x20-\x7e]|['%\\]/g;

function escape(character: string): string {
  if (character === '%') return '%%';
  if (character === '\r') return '\\r';
  if (character === '\n') return '\\n';
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
