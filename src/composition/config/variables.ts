// Parsers of environment variables. They never throw: a refusal is a clause that completes "NAME …".

export type Parsed<Value> = { readonly value: Value } | { readonly refusal: string };

export interface Variable<Value> {
  readonly name: string;
  /** For the table in the documentation. */
  readonly meaning: string;
  /** The default, for the documentation. */
  readonly defaultText: string;
  /** @param text undefined when the variable is unset or empty */
  readonly read: (text: string | undefined) => Parsed<Value>;
}

type Parse<Value> = (text: string) => Parsed<Value>;

export function setting<Value>(name: string, parse: Parse<Value>, value: Value, meaning: string): Variable<Value> {
  return { name, meaning, defaultText: String(value), read: (text) => (text === undefined ? { value } : parse(text)) };
}

export function optional<Value>(
  name: string,
  parse: Parse<Value>,
  meaning: string,
  defaultText = 'unset',
): Variable<Value | undefined> {
  return { name, meaning, defaultText, read: (text) => (text === undefined ? { value: undefined } : parse(text)) };
}

export function integer(minimum: number, maximum: number): Parse<number> {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    return value >= minimum && value <= maximum
      ? { value }
      : { refusal: `must be a whole number from ${minimum} to ${maximum}` };
  };
}

export function oneOf<const Value extends string>(...values: readonly Value[]): Parse<Value> {
  return (text) => {
    const value = values.find((candidate) => candidate === text);
    return value === undefined ? { refusal: `must be one of ${values.join(', ')}` } : { value };
  };
}

export const trueOrFalse: Parse<boolean> = (text) =>
  text === 'true' || text === 'false' ? { value: text === 'true' } : { refusal: 'must be true or false' };

export const anyText: Parse<string> = (text) => ({ value: text });

/** An absolute http or https URL without query and fragment. */
export const httpUrl: Parse<string> = (text) => {
  const url = URL.parse(text);
  // URL.parse repairs what links would keep, such as `https:host`.
  return url !== null && /^https?:\/\/[^/\s]+\S*$/i.test(text) && url.search === '' && url.hash === ''
    ? { value: text }
    : { refusal: 'must be an absolute http or https URL without query, such as https://api.example.org' };
};

/** A PostgreSQL URL. Refusals do not repeat it: it may contain a password. */
export const postgresUrl: Parse<string> = (text) => {
  if (!/^postgres(ql)?:\/\//.test(text)) return { refusal: 'must be postgres://…' };
  return isDecodable(text) && URL.canParse(text)
    ? { value: text }
    : { refusal: 'must be postgres://user:password@host:port/database, with special characters percent-encoded' };
};

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}
