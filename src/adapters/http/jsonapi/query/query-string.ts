import { isUtf8 } from 'node:buffer';
import type { ErrorObject } from '../documents/errors.ts';
import { parameterProblem, type Parameter } from './parameter.ts';

/** A decoded query string. */
export interface QueryString {
  readonly parameters: readonly Parameter[];
  readonly problems: readonly ErrorObject[];
}

/**
 * Decodes a query string as `application/x-www-form-urlencoded`: `+` is a space, empty pairs are skipped.
 * @param text the part after the `?`, as Node gives it: bytes above 0x7F as the characters U+0080 to U+00FF
 * @returns the parameters in order, and a problem for each with a broken escape or invalid UTF-8
 * @example readQueryString('filter[name]=Ada+L%C3%B6we').parameters; // [{ name: 'filter[name]', value: 'Ada Löwe' }]
 */
export function readQueryString(text: string): QueryString {
  const parameters: Parameter[] = [];
  const problems: ErrorObject[] = [];
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const end = pair.includes('=') ? pair.indexOf('=') : pair.length;
    const name = decode(pair.slice(0, end));
    const value = decode(pair.slice(end + 1));
    if (name.fault !== undefined)
      problems.push(parameterProblem(name.text, `the name of a parameter has ${name.fault}`));
    else if (value.fault !== undefined) problems.push(parameterProblem(name.text, `the value has ${value.fault}`));
    else parameters.push({ name: name.text, value: value.text });
  }
  return { parameters, problems };
}

/**
 * Encodes parameters for a link; the inverse of `readQueryString`. Escapes what RFC 3986 forbids in a query and what has a meaning in a
 * form (`& = + # %`).
 * @example writeQueryString([{ name: 'page[number]', value: '2' }, { name: 'sort', value: '-id' }]); // 'page%5Bnumber%5D=2&sort=-id'
 */
export function writeQueryString(parameters: readonly Parameter[]): string {
  return parameters.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&');
}

/** @returns the text; with a fault, its readable part */
function decode(encoded: string): { readonly text: string; readonly fault: string | undefined } {
  const spaced = encoded.replaceAll('+', ' ');
  const unescaped = spaced.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const bytes = Buffer.from(unescaped, 'latin1');
  const text = bytes.toString('utf8');
  const broken = /%(?![0-9A-Fa-f]{2}).{0,2}/s.exec(spaced);
  if (broken !== null) return { text, fault: `a broken escape, ${JSON.stringify(broken[0])}` };
  const isText = /^[\0-\xff]*$/.test(unescaped) && isUtf8(bytes);
  return { text, fault: isText ? undefined : 'bytes that are not UTF-8' };
}

// encodeURIComponent keeps the unreserved characters and ! ' ( ) *; RFC 3986 allows these in a query too.
const READABLE = /%(?:24|2C|2F|3A|3B|3F|40)/g;

function encode(text: string): string {
  return encodeURIComponent(text).replace(READABLE, decodeURIComponent);
}
