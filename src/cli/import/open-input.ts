import type { Input } from './entry.ts';

/**
 * Opens what is to be imported: NDJSON if it begins with a brace, else CSV.
 * @param typeName of the rows of a CSV file whose header fits several types
 * @throws Error when it is neither; also while its entries are read
 */
export async function openInput(bytes: AsyncIterable<Uint8Array>, typeName: string | undefined): Promise<Input> {
  const pieces = decoded(bytes);
  let start = '';
  while (start.trim() === '') {
    const next = await pieces.next();
    if (next.done === true) break;
    start += next.value;
  }
  const text = withStart(start, pieces);
  if (start.trimStart().startsWith('{')) {
    const { openNdjson } = await import('./ndjson-input.ts');
    return openNdjson(text);
  }
  const { openCsv } = await import('./csv-input.ts');
  return openCsv(text, typeName);
}

async function* withStart(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

/** Without a byte order mark. */
async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch (error) {
      throw new Error('the file is not encoded in UTF-8; save it as UTF-8', { cause: error });
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}
