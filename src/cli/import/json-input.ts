import { messageOf } from '#application/model/describe-error';
import type { FileDialect } from './file-dialect.ts';
import type { Entry, Input } from './entry.ts';
import { ObjectReader } from './object-entry.ts';

/**
 * Opens JSON: an array of records, a document with records in `data`, or one record. It is read as a whole, so larger files have to be NDJSON.
 * The reports are NDJSON, because lines can be appended to it.
 * @throws Error if the text is not JSON
 */
export async function openJson(text: AsyncIterable<string>, dialect: FileDialect): Promise<Input> {
  let whole = '';
  for await (const piece of text) whole += piece;
  return {
    reportFormat: 'ndjson',
    reportHead: '',
    entries: entriesOf(itemsOf(parse(whole)), new ObjectReader(dialect)),
  };
}

async function* entriesOf(items: readonly unknown[], reader: ObjectReader): AsyncGenerator<Entry> {
  for (const [index, item] of items.entries()) yield reader.entryOf(item, { unit: 'item', number: index + 1 });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the file is not JSON: ${messageOf(error)}`, { cause: error });
  }
}

function itemsOf(value: unknown): readonly unknown[] {
  const isDocument = typeof value === 'object' && value !== null && 'data' in value && !('type' in value);
  const data = isDocument ? value.data : value;
  return Array.isArray(data) ? data : [data];
}
