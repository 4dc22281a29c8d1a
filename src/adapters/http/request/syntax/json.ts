import { isUtf8 } from 'node:buffer';
import { ApiError, errorObject, type ErrorObject } from '../../api/errors.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

const MAX_DEPTH = 32;

/**
 * Parses a request body.
 * @throws ApiError `malformed-json` when it is empty, not UTF-8 or not JSON; `invalid-document` when it nests too deeply
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

/** The error for a member that is missing or has the wrong form. */
export function wrongForm(pointer: string, value: Json | undefined, expected: string): ErrorObject {
  const fault = value === undefined ? 'is missing; it must be' : 'must be';
  return invalidDocument(pointer, `${pointer} ${fault} ${expected}`);
}

export function invalidDocument(pointer: string, detail: string): ErrorObject {
  return errorObject('invalid-document', detail, { pointer });
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** An object's own member, so that `constructor` is not one. */
export function member(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The members of an object except those whose names begin with `@`, which must be ignored (JSON:API 1.1, @-Members). */
export function membersOf(object: JsonObject): readonly (readonly [name: string, value: Json])[] {
  return Object.entries(object).filter(([name]) => !name.startsWith('@'));
}

/**
 * The names of the members of an object in the order written, including repeated ones.
 * @param text valid JSON
 * @example memberNames('{"a":{"b":1},"a":2}') // ['a', 'a']
 */
export function memberNames(text: string): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [token, name] of text.matchAll(/[{[}\]]|("(?:[^"\\]|\\.)*")(?:\s*:)?/g)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && name !== undefined && token.endsWith(':') && token !== name)
      names.push(JSON.parse(name) as string);
  }
  return names;
}

/** Escapes a name for a JSON Pointer (RFC 6901). */
export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Describes a JSON.parse failure by position if known, otherwise by token. Quotes one character of the text at most. */
export function jsonFault(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/^Unterminated|end of JSON input/.test(message)) return 'it ends too early';
  const position = / at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return `unexpected text at character ${position}`;
  const token = /^Unexpected token '(.+?)', /s.exec(message)?.[1];
  return token === undefined ? 'it has unexpected text' : `unexpected ${JSON.stringify(token)}`;
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

/** Scans valid JSON without recursion. The maximum keeps code that walks the value from overflowing the stack. */
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
