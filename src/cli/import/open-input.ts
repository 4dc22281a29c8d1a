import type { FileDialect } from './file-dialect.ts';
import type { Input } from './entry.ts';

/**
 * Opens the input of an import. Its beginning reveals the format.
 * @throws Error if the format is not supported; also while entries are read
 */
export async function openInput(bytes: AsyncIterable<Uint8Array>, dialect: FileDialect): Promise<Input> {
  const pieces = decoded(withoutSignature(bytes));
  let start = '';
  // Up to the end of the first line that is not empty: a header or a record.
  while (start.length < LONGEST_HEADER && !/[\r\n]/.test(start.trimStart())) {
    const next = await pieces.next();
    if (next.done === true) break;
    start += next.value;
  }
  const text = withStart(start, pieces);
  const format = formatOf(start.trimStart());
  if (format !== 'csv' && dialect.delimiter !== undefined)
    throw new Error(`--delimiter is for CSV, but this is ${format === 'json' ? 'JSON' : 'NDJSON'}`);
  switch (format) {
    case 'csv': {
      const { openCsv } = await import('./csv-input.ts');
      return openCsv(text, start, dialect);
    }
    case 'ndjson': {
      const { openNdjson } = await import('./ndjson-input.ts');
      return openNdjson(text, dialect);
    }
    case 'json': {
      const { openJson } = await import('./json-input.ts');
      return openJson(text, dialect);
    }
  }
}

/** A document, or an object over several lines. The NDJSON reports of an import begin with `meta`. */
const JSON_OBJECT = /^\{([^\S\r\n]*[\r\n]|\s*"(data|included|jsonapi|links|errors|meta)"\s*:(?!\s*\{\s*"import_))/;

function formatOf(start: string): 'csv' | 'ndjson' | 'json' {
  if (start.startsWith('[') || JSON_OBJECT.test(start)) return 'json';
  return start.startsWith('{') ? 'ndjson' : 'csv';
}

async function* withStart(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

/** Enough to recognize the format. */
const LONGEST_HEADER = 64 * 1024;

/** The first bytes of files that are mistaken for CSV. */
const signatures: readonly (readonly [bytes: string, whatItIs: string])[] = [
  ['504b0304', 'an Excel workbook, or another ZIP archive: save it as "CSV UTF-8"'],
  ['d0cf11e0', 'an old Excel workbook: save it as "CSV UTF-8"'],
  ['1f8b', 'compressed: unpack it with gunzip'],
  ['fffe', 'encoded in UTF-16: save it as UTF-8'],
  ['feff', 'encoded in UTF-16: save it as UTF-8'],
];
const LONGEST_SIGNATURE = 4;

/** @throws Error if the bytes begin like another kind of file */
async function* withoutSignature(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (start.length < LONGEST_SIGNATURE) {
      start = Buffer.concat([start, chunk]);
      const begin = start.subarray(0, LONGEST_SIGNATURE).toString('hex');
      const found = signatures.find(([signature]) => begin.startsWith(signature));
      if (found !== undefined) throw new Error(`the file is ${found[1]}`);
    }
    yield chunk;
  }
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
