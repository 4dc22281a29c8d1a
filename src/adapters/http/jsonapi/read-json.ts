import { isUtf8 } from 'node:buffer';
import { ApiError, errorObject } from './errors.ts';
import { jsonFault } from './json-fault.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** How deep arrays and objects of a document may nest. */
const MAX_DEPTH = 32;

/**
 * The JSON value of a request body.
 * @throws ApiError `malformed-json` when it is empty, not UTF-8 or not JSON; `invalid-document` when it nests too deep
 */
export function readJson(body: Buffer): Json {
  if (body.length === 0) throw malformed('The request body is empty; it must be a JSON:API document');
  if (!isUtf8(body)) throw malformed('The request body is not UTF-8');
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  const value = parse(text);
  if (nestsDeeper(text, MAX_DEPTH)) {
    const detail = `The document nests deeper than ${MAX_DEPTH} levels`;
    throw new ApiError([errorObject('invalid-document', detail, { pointer: '' }, { limit: MAX_DEPTH })]);
  }
  return value;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of an object by name; only what the client sent, never what objects inherit. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw malformed(`The request body is not JSON: ${jsonFault(error)}`);
  }
}

function malformed(detail: string): ApiError {
  return new ApiError([errorObject('malformed-json', detail, { pointer: '' })]);
}

/** Looks at the text, which is valid JSON, without recursion: nothing that walks the value may run out of stack. */
function nestsDeeper(text: string, maximum: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (quoted && character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '{' || character === '[')) {
      depth += 1;
      if (depth > maximum) return true;
    } else if (!quoted && (character === '}' || character === ']')) depth -= 1;
  }
  return false;
}
