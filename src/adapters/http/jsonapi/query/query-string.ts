import { isUtf8 } from 'node:buffer';
import type { ErrorObject } from '../documents/errors.ts';
import { parameterProblem, type Parameter } from './parameter.ts';

/**
 * Takes a query string apart, as `application/x-www-form-urlencoded` has it: `+` is a space, empty pairs are skipped.
 *
 * @param text what stands after the `?`, as Node gives it: bytes above 0x7F as the characters U+0080 to U+00FF
 * @returns what could be decoded, in order, and a problem for each parameter with a broken escape or bytes that are not UTF-8
 */
export function readQueryString(text: string): {
  readonly parameters: readonly Parameter[];
  readonly problems: readonly ErrorObject[];
} {
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
 * The query string of a link: `readQueryString` reads the same parameters out of it. Whatever RFC 3986 does not allow in a query is
 * percent-encoded, and what has a meaning here (`& = + # %`).
 */
export function writeQueryString(parameters: readonly Parameter[]): string {
  return parameters.map(({ name, value }) => `${encode(name)}=${encode(value)}`).join('&');
}

/** The text; with a fault, as much as can be shown of it. */
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
  return encodeURIComponent(text).replace(READABLE, (escape) => decodeURIComponent(escape));
}
