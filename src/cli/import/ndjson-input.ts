import { resourceOf } from '#adapters/http/api/resources';
import { messageOf } from '#application/model/describe-error';
import type { Entry, Input } from './entry.ts';

type Read = { readonly object: object } | { readonly reason: string };

/** Opens NDJSON: a resource object to create per line. */
export function openNdjson(text: AsyncIterable<string>): Input {
  return { format: 'ndjson', reportHead: '', entries: entriesOf(text) };
}

async function* entriesOf(text: AsyncIterable<string>): AsyncGenerator<Entry> {
  let number = 0;
  for await (const line of linesOf(text)) {
    number += 1;
    if (line.trim() !== '') yield entryOf(line, number);
  }
}

function entryOf(text: string, line: number): Entry {
  const read = readObject(text);
  return {
    place: `line ${line}`,
    content: 'object' in read ? contentOf(read.object) : { kind: 'unusable', reason: read.reason },
    reported: (reasons) => {
      const note = { import_line: line, import_errors: reasons };
      // `meta` is where JSON:API lets anybody add facts; the service ignores it.
      const object = 'object' in read ? { ...read.object, meta: note } : { meta: { ...note, import_text: text } };
      return `${JSON.stringify(object)}\n`;
    },
  };
}

function readObject(text: string): Read {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { object: value } : { reason: 'the line is not a resource object' };
  } catch (error) {
    return { reason: `the line is not JSON: ${messageOf(error)}` };
  }
}

function contentOf(object: object): Entry['content'] {
  const type = 'type' in object && typeof object.type === 'string' ? object.type : undefined;
  const resource = type === undefined ? undefined : resourceOf(type);
  if (resource !== undefined) return { kind: 'resource', path: resource.path, resource: object };
  return {
    kind: 'unusable',
    reason: type === undefined ? 'the resource object has no type' : `no type is called "${type}"`,
  };
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
