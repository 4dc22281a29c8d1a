import { messageOf } from '#application/model/describe-error';
import type { FileDialect } from './file-dialect.ts';
import type { Entry, Input } from './entry.ts';
import { ObjectReader, unusableEntry } from './object-entry.ts';

/** Opens NDJSON: one record per line. */
export function openNdjson(text: AsyncIterable<string>, dialect: FileDialect): Input {
  return { reportFormat: 'ndjson', reportHead: '', entries: entriesOf(text, new ObjectReader(dialect)) };
}

async function* entriesOf(text: AsyncIterable<string>, reader: ObjectReader): AsyncGenerator<Entry> {
  let number = 0;
  for await (const line of linesOf(text)) {
    number += 1;
    if (line.trim() !== '') yield entryOf(line, number, reader);
  }
}

function entryOf(text: string, number: number, reader: ObjectReader): Entry {
  const place = { unit: 'line', number } as const;
  try {
    return reader.entryOf(JSON.parse(text), place);
  } catch (error) {
    return unusableEntry(text, `the line is not JSON: ${messageOf(error)}`, place);
  }
}

/** Lines end with LF or CRLF. `node:readline` also ends them at U+2028, which JSON texts may contain. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  yield rest;
}
