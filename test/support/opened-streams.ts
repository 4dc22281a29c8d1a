import { openStream, type EventStream } from './event-stream.ts';

/**
 * Closes streams after each test of the surrounding suite.
 * @returns a function that opens a stream, as `openStream` does
 */
export function streamsClosedAfterEach(): typeof openStream {
  const opened: EventStream[] = [];
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.close();
  });
  return async (url, options) => {
    const stream = await openStream(url, options);
    opened.push(stream);
    return stream;
  };
}
