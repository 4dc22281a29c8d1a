// The frames of a change stream, read strictly: a frame that the service must not send is an error, even if browsers would accept it.

export type Frame =
  | { readonly kind: 'retry'; readonly millis: number }
  | { readonly kind: 'comment' }
  | { readonly kind: 'position'; readonly id: string }
  /** With the JSON value of its data. */
  | { readonly kind: 'change' | 'refetch'; readonly id: string; readonly object: unknown }
  | { readonly kind: 'end'; readonly code: string };

/**
 * Reads the frames at the start of a text.
 * @returns them, and the rest of the text, which is the start of a frame
 * @throws Error if one is malformed
 */
export function readFrames(text: string): { readonly frames: readonly Frame[]; readonly rest: string } {
  const texts = text.split('\n\n');
  const rest = texts.pop() ?? '';
  return { frames: texts.map(readFrame), rest };
}

/**
 * Checks the order of the frames of one stream, from its beginning.
 * @throws Error if it does not begin with `retry` and its position, or continues after `end`
 */
export function checkOrder(frames: readonly Frame[]): void {
  const kinds = frames.map(({ kind }) => kind);
  const [first, second, ...others] = kinds;
  const isBegun = (first ?? 'retry') === 'retry' && (second ?? 'position') === 'position';
  // Comments also probe for clients that have gone, at any time.
  const events = kinds.filter((kind) => kind !== 'comment');
  if (!isBegun || others.includes('retry') || events.slice(0, -1).includes('end'))
    throw new Error(`frames in the order ${kinds.join()}`);
}

const FRAME = /^id: (?<id>p[A-Za-z0-9_-]{1,199})\nevent: (?<event>position|change|refetch)\ndata: (?<data>[^\r\n]+)$/;
const END = /^event: end\ndata: \{"code":"(?<code>[a-z]+(?:-[a-z]+)*)"\}$/;
const RETRY = /^retry: (?<millis>[1-9]\d*)$/;

function readFrame(text: string): Frame {
  if (text === ':') return { kind: 'comment' };
  const { millis } = RETRY.exec(text)?.groups ?? {};
  if (millis !== undefined) return { kind: 'retry', millis: Number(millis) };
  const { code } = END.exec(text)?.groups ?? {};
  if (code !== undefined) return { kind: 'end', code };
  const { id = '', event, data = '' } = FRAME.exec(text)?.groups ?? {};
  if (event === 'position' && data === '{}') return { kind: event, id };
  if (event === 'change' || event === 'refetch') {
    const object: unknown = JSON.parse(data);
    if (JSON.stringify(object) === data) return { kind: event, id, object };
  }
  throw new Error(`a malformed frame: ${JSON.stringify(text)}`);
}
