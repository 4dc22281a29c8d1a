// Streams of events do not end, so tests read only their first frames.

const EVENT_STREAM = 'text/event-stream';

/**
 * Reads a body. If it is a stream of events, reads the first frames, then closes the connection.
 * @param frames the number of frames; a chunk with more is kept as a whole
 */
export async function readBeginning(response: Response, frames: number): Promise<string> {
  if (!isStream(response) || response.body === null) return response.text();
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    if (framesIn(text) >= frames) break;
  }
  return text;
}

/** The number of complete frames in a text. */
export function framesIn(text: string): number {
  return text.split('\n\n').length - 1;
}

/** The last position in a stream; undefined if the response is not a stream. */
export function lastIdIn(response: Pick<Response, 'headers'>, text: string): string | undefined {
  return isStream(response) ? [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] : undefined;
}

function isStream({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.get('Content-Type') === EVENT_STREAM;
}
