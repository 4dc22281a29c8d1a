import type { AttributeKind } from '../../../../../application/model/schema.ts';
import { calendarDate } from '../../../../../domain/calendar-date.ts';
import { accept, refuse, type Checked } from '../../../../../domain/checked.ts';

/** Checks a JSON value that stands for a value of an attribute, and answers with it as the filter tree has it: as text. */
export function readValue(value: unknown, kind: AttributeKind): Checked<string> {
  return value === null ? refuse('must not be null') : readers[kind](value);
}

const readers: Readonly<Record<AttributeKind, (value: unknown) => Checked<string>>> = {
  identifier: integer,
  text: storableText,
  date: calendarDate,
};

function integer(value: unknown): Checked<string> {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value)
      ? accept(String(value))
      : refuse('must be an integer, which beyond 2^53-1 has to be sent as text');
  }
  const isCanonical = typeof value === 'string' && /^-?(?:0|[1-9]\d*)$/.test(value) && value !== '-0';
  return isCanonical ? accept(value) : refuse('must be an integer in canonical form, such as 7 or "7"');
}

function storableText(value: unknown): Checked<string> {
  if (typeof value !== 'string') return refuse('must be a string');
  if (value.includes('\0')) return refuse('must not contain U+0000');
  return value.isWellFormed() ? accept(value) : refuse('must not contain a lone surrogate');
}
