// `Consistency-Token`: the position of a write in the history of the data. A read that sends it back sees that write and all earlier ones.
import type { LogPosition } from '#application/model/log-position';
import { errorObject, type ErrorObject } from '../api/errors.ts';
import type { HeaderLines } from './conditions.ts';

export const CONSISTENCY_TOKEN = 'Consistency-Token';

const BYTES = 12;
export const TOKEN_FORM = /^[0-9a-f]{24}$/;

/** The value of the header. It is opaque to clients, except that the later of two tokens is the greater text. */
export function writeToken({ timeline, offset }: LogPosition): string {
  const bytes = Buffer.alloc(BYTES);
  bytes.writeUInt32BE(timeline, 0);
  bytes.writeBigUInt64BE(offset, 4);
  return bytes.toString('hex');
}

/** Reads the header of a request: no position without one, and a problem if it is malformed. */
export function readToken(headers: HeaderLines): {
  readonly since: LogPosition | undefined;
  readonly problems: readonly ErrorObject[];
} {
  const lines = headers[CONSISTENCY_TOKEN.toLowerCase()];
  if (lines === undefined) return { since: undefined, problems: [] };
  const [token = ''] = lines;
  if (lines.length === 1 && TOKEN_FORM.test(token)) {
    const bytes = Buffer.from(token, 'hex');
    return { since: { timeline: bytes.readUInt32BE(0), offset: bytes.readBigUInt64BE(4) }, problems: [] };
  }
  const detail = `${CONSISTENCY_TOKEN} must be sent once, exactly as received in a response`;
  return {
    since: undefined,
    problems: [errorObject('invalid-header', detail, undefined, { header: CONSISTENCY_TOKEN })],
  };
}
