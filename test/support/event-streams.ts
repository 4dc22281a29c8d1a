// Streams of changes as the service sends them, for stubs of it.

/** The state of a stream after its text: it stays open, ends, or fails. */
export type StreamEnd = 'open' | 'closed' | 'cut';

export interface StubStream {
  readonly response: () => Response;
  /** Sends more. */
  readonly send: (text: string) => void;
  /** True once the client has cancelled it. */
  readonly isCancelled: () => boolean;
}

/** @param text sent at once, in these pieces */
export function stubStream(text: string | readonly string[], end: StreamEnd = 'open'): StubStream {
  const encoder = new TextEncoder();
  let isCancelled = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const pieces = [text].flat();
  const body = (): ReadableStream<Uint8Array> =>
    new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
      // Not at the start, because an error discards unread text.
      pull: (given) => {
        const piece = pieces.shift();
        if (piece !== undefined) given.enqueue(encoder.encode(piece));
        else if (end === 'closed') given.close();
        else if (end === 'cut') given.error(new TypeError('terminated'));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
  return {
    response: () => new Response(body(), { headers: { 'Content-Type': 'text/event-stream' } }),
    send: (more) => controller?.enqueue(encoder.encode(more)),
    isCancelled: () => isCancelled,
  };
}

export function frame(event: string, id: string | undefined, data: object = {}): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A frame with the change of a computer. The name determines its own cursor. */
export function changeFrame(name: string, id = `p${name}`, more: { type?: string; meta?: object } = {}): string {
  const { type = 'computer', meta = {} } = more;
  return frame('change', id, {
    type: 'change',
    id: `c${name}`,
    attributes: { action: 'updated', at: '2026-11-25T09:30:00.123Z', changed: ['serial'], after: { serial: name } },
    relationships: { subject: { data: { type, id: '5' } } },
    meta: { ...meta, page: { cursor: `p${name}` } },
  });
}

/** A frame with a `refetch` of a type. */
export function refetchFrame(name: string, id: string, type: string): string {
  return frame('refetch', id, {
    type: 'change',
    id: `c${name}`,
    attributes: { action: 'refetch', at: '2026-11-25T09:30:00.123Z', resource_type: type },
    meta: { page: { cursor: `p${name}` } },
  });
}

export function endFrame(code: string): string {
  return frame('end', undefined, { code });
}
