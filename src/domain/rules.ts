// Rules for one attribute value. A rule takes whatever a caller sent and answers with the checked value or the reason why it is refused.

export type Checked<Value> =
  { readonly valid: true; readonly value: Value } | { readonly valid: false; readonly reason: string };

/** `undefined` stands for "not given"; the rule decides what that means. */
export type Rule<Value> = (value: unknown) => Checked<Value>;

/** One rule per attribute of an entity. */
export type Rules<Attributes> = { readonly [Name in keyof Attributes]: Rule<Attributes[Name]> };

/** A text that must be given: at least one character that is not white space, at most `maximum` Unicode code points. */
export function requiredText(maximum: number): Rule<string> {
  return (value) => {
    if (value === undefined) return refuse('is required');
    const text = storableText(value, maximum);
    if (!text.valid) return text;
    return /\P{White_Space}/u.test(text.value)
      ? text
      : refuse('must have at least one character that is not white space');
  };
}

/** Makes a rule take `null`, and "not given" as `null`. */
export function nullable<Value>(rule: Rule<Value>): Rule<Value | null> {
  return (value) => (value === undefined || value === null ? accept(null) : rule(value));
}

/** An e-mail address as the HTML standard's `input type=email` takes it, at most `maximum` characters. */
export function emailAddress(maximum: number): Rule<string> {
  return (value) => {
    const text = storableText(value, maximum);
    if (!text.valid) return text;
    return EMAIL.test(text.value) ? text : refuse('must be an e-mail address such as "ada@example.org"');
  };
}

/** A text that every store can keep as it was sent: no U+0000, no lone surrogate. */
function storableText(value: unknown, maximum: number): Checked<string> {
  if (value === null) return refuse('must not be null');
  if (typeof value !== 'string') return refuse('must be a string');
  if (value.includes('\0')) return refuse('must not contain U+0000');
  if (!value.isWellFormed()) return refuse('must not contain a lone surrogate');
  return codePointsExceed(value, maximum) ? refuse(`must have at most ${maximum} characters`) : accept(value);
}

function codePointsExceed(text: string, maximum: number): boolean {
  if (text.length <= maximum) return false;
  if (text.length > 2 * maximum) return true;
  return [...text].length > maximum;
}

export function accept<Value>(value: Value): Checked<Value> {
  return { valid: true, value };
}

export function refuse(reason: string): { readonly valid: false; readonly reason: string } {
  return { valid: false, reason };
}

// HTML standard, "valid email address". Linear: no part can match the same text in two ways.
const EMAIL =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
