// Texts that databases can store, in an order that databases share.
import { accept, refuse, type Checked } from './checked.ts';

/** PostgreSQL cannot store U+0000, and UTF-8 has no lone surrogates. */
export function storableText(value: unknown, maxLength = Infinity): Checked<string> {
  if (typeof value !== 'string') return refuse('must be a string');
  if (value.includes('\0')) return refuse('must not contain U+0000');
  if (!value.isWellFormed()) return refuse('must not contain a lone surrogate');
  return codePointsExceed(value, maxLength) ? refuse(`must have at most ${maxLength} characters`) : accept(value);
}

function codePointsExceed(value: string, maximum: number): boolean {
  if (value.length <= maximum) return false;
  if (value.length > 2 * maximum) return true;
  return [...value].length > maximum;
}

/** Compares by code point. JavaScript compares UTF-16 units, which puts everything above U+FFFF before U+E000. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  const shorter = Math.min(left.length, right.length);
  let index = 0;
  while (index < shorter && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  if (isHighSurrogate(left.charCodeAt(index - 1))) index -= 1;
  return (left.codePointAt(index) ?? -1) - (right.codePointAt(index) ?? -1);
}

function isHighSurrogate(codeUnit: number): boolean {
  return codeUnit >= 0xd800 && codeUnit <= 0xdbff;
}
