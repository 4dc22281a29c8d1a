import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { openInput } from './open-input.ts';

export interface Survey {
  readonly format: 'csv' | 'ndjson';
  readonly records: number;
  readonly reportHead: string;
  /** Of the whole file: another file of the same name is not taken for this one. */
  readonly digest: string;
}

/**
 * Reads a file to its end before anything is sent, so that one that cannot be read is not imported by half.
 * @throws Error when it cannot be read as CSV or NDJSON
 */
export async function surveyFile(file: string, typeName: string | undefined): Promise<Survey> {
  const hash = createHash('sha256');
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const { format, reportHead, entries } = await openInput(hashed(), typeName);
  const iterator = entries[Symbol.asyncIterator]();
  let records = 0;
  while ((await iterator.next()).done !== true) records += 1;
  return { format, reportHead, records, digest: hash.digest('hex') };
}
