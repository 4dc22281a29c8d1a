import type { Part } from '#application/model/view';
import { PartWriter } from '../jsonapi/documents/part-writer.ts';
import type { RecordWriter } from './record-writer.ts';

/** Text is yielded when it gets longer than this. */
const PIECE_LENGTH = 65_536;

/**
 * The text of a file in pieces, as its records are read. The first piece waits for the first records.
 * @throws what reading the parts throws
 */
export async function* writeParts(
  parts: AsyncIterable<Part>,
  writer: RecordWriter,
): AsyncGenerator<string, void, undefined> {
  let text = writer.head;
  const records = new PartWriter(writer);
  for await (const part of parts) {
    if (part.kind === 'end') continue;
    for (const piece of records.write(part)) {
      text += piece;
      if (text.length < PIECE_LENGTH) continue;
      yield text;
      text = '';
    }
    // Reading is tried again only before the first part: what follows must not fail before anything has been sent.
    if (text !== '') yield text;
    text = '';
  }
  text += records.end();
  if (text !== '') yield text;
}
