// How one environment variable is read. A reading never throws: what is wrong is said in a sentence that completes "NAME …".

export type Reading<Value> = { readonly value: Value } | { readonly refusal: string };

export interface Variable<Value> {
  readonly name: string;
  /** For the table of the documentation. */
  readonly meaning: string;
  /** What the documentation shows as the default. */
  readonly shownDefault: string;
  /** @param text undefined when the variable is not set, or empty */
  readonly read: (text: string | undefined) => Reading<Value>;
}

type Parse<Value> = (text: string) => Reading<Value>;

/** A variable that has a value in any case. */
export function withDefault<Value>(name: string, parse: Parse<Value>, value: Value, meaning: string): Variable<Value> {
  return { name, meaning, shownDefault: String(value), read: (text) => (text === undefined ? { value } : parse(text)) };
}

/** A variable that may be left out. */
export function optional<Value>(
  name: string,
  parse: Parse<Value>,
  meaning: string,
  shownDefault = 'unset',
): Variable<Value | undefined> {
  return { name, meaning, shownDefault, read: (text) => (text === undefined ? { value: undefined } : parse(text)) };
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
  // The parser repairs what the links would keep, such as `https:host`.
  return url !== null && /^https?:\/\/[^/\s]+\S*$/i.test(text) && url.search === '' && url.hash === ''
    ? { value: text }
    : { refusal: 'must be an absolute http or https URL without query, such as https://api.example.org' };
};

/** The URL of a database on a PostgreSQL server. What is wrong with it is not repeated: it may hold a password. */
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
