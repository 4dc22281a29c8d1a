import { cursorCodec, type CursorCodec } from './cursor-codec.ts';

/** How cursors are read and written for a request. */
export interface Cursors {
  readonly codec: CursorCodec;
  /** Whether the client has asked for the profile. */
  readonly isNegotiated: boolean;
}

/** Makes the codec; the first call may read the epoch. */
export type OpenCursors = () => Promise<CursorCodec>;

/** @param secret undefined: the epoch, so that all instances of a service read the cursors of each other */
export function openCursors(secret: string | undefined, epoch: () => Promise<string>): OpenCursors {
  let opened: { readonly secret: string; readonly codec: CursorCodec } | undefined;
  return async () => {
    const current = secret ?? (await epoch());
    if (opened?.secret !== current) opened = { secret: current, codec: cursorCodec(current) };
    return opened.codec;
  };
}
