import type { AllowedOrigins } from '#adapters/http/koa/allow-origins';
import type { ParsedSetting } from './parse-setting.ts';

/**
 * Reads a list of origins, separated by commas or white space, or `*`. Each is written as browsers send it: in lower case, without the port
 * that its scheme implies.
 * @example readOrigins('https://App.example:443 http://localhost:5173') // { value: Set { 'https://app.example', 'http://localhost:5173' } }
 */
export function readOrigins(text: string): ParsedSetting<AllowedOrigins> {
  const items = text.split(/[\s,]+/).filter((item) => item !== '');
  if (items.length === 1 && items[0] === '*') return { value: '*' };
  const origins = items.map(originOf).filter((origin) => origin !== undefined);
  return origins.length > 0 && origins.length === items.length ? { value: new Set(origins) } : { refusal: REFUSAL };
}

const REFUSAL =
  'must be * or origins, such as https://app.example.org or http://localhost:5173, separated by commas: scheme, host and port only';

/** @returns undefined if it is not an origin; `null`, which every sandboxed page sends, is not one either */
function originOf(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\\*]+$/i.test(text)) return undefined;
  const url = URL.parse(text);
  if (url === null || url.host === '') return undefined;
  // Apps have schemes of their own, such as capacitor://localhost, whose `origin` is `null`.
  return url.origin === 'null' ? `${url.protocol}//${url.host}`.toLowerCase() : url.origin;
}
