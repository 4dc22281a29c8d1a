// The stream of changes on the wire: server-sent events over a connection that may be cut at any time.
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiResponse } from '../../support/api-client.ts';

/** A frame with an event. */
export interface Frame {
  readonly event: string;
  readonly id: string | undefined;
  readonly data: string;
}

export interface OpenedStream {
  /** The head of a stream, or an error document. */
  readonly response: ApiResponse;
  /** Throws the error of the connection if that is cut. */
  readonly frames: AsyncIterable<Frame>;
}

/**
 * Requests a stream.
 * @param signal disconnects the client when aborted; what it is waiting for then throws
 */
export function openStream(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<OpenedStream> {
  return new Promise((resolve, reject) => {
    const options = { headers: { ...headers, Accept: 'text/event-stream' }, agent: false, signal } as const;
    const request = get(url, options, (response) => {
      // The reader of the body gets the error.
      response.on('error', () => undefined);
      const head = { status: response.statusCode ?? 0, headers: response.headers };
      if (head.status === 200)
        resolve({ response: { ...head, text: '', document: undefined }, frames: readFrames(response) });
      else
        text(response)
          .then((body) => resolve({ response: { ...head, text: body, document: JSON.parse(body) }, frames: NO_FRAMES }))
          .catch(reject);
    });
    request.on('error', reject);
  });
}

const NO_FRAMES: AsyncIterable<Frame> = {
  async *[Symbol.asyncIterator]() {
    yield* [];
  },
};

/** Reads the frames of a stream, without comments and `retry`. Drops a frame that was cut off. */
export async function* readFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map(readField));
      const event = fields.get('event');
      if (event !== undefined) yield { event, id: fields.get('id'), data: fields.get('data') ?? '' };
    }
  }
}

function readField(line: string): readonly [name: string, value: string] {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trimStart()];
}
