import type { ListPart } from '#application/reading/stream-resources';
import type { RecordWriter } from './record-writer.ts';

/** Text is yielded when it gets longer than this. */
const PIECE_LENGTH = 65_536;
/** Written at once. */
const RECORDS = 100;

/**
 * The text of a file in pieces, as its records are read. The first piece waits for the first records.
 * @throws what reading the parts throws
 */
export async function* writeParts(
  parts: AsyncIterable<ListPart>,
  { head, write }: RecordWriter,
): AsyncGenerator<string, void, undefined> {
  let text = head;
  for await (const { records } of parts)
    for (let from = 0; from < records.length; from += RECORDS) {
      text += write(records.slice(from, from + RECORDS));
      if (text.length < PIECE_LENGTH) continue;
      yield text;
      text = '';
    }
  if (text !== '') yield text;
}
