// Parsers of environment variables. They never throw: a refusal is a clause that completes "NAME …".
import { availableParallelism } from 'node:os';

/** In milliseconds. */
export const HOUR = 3_600_000;

export type ParsedSetting<Value> = { readonly value: Value } | { readonly refusal: string };

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Variable<Value> {
  readonly name: string;
  /** For the table in the documentation. */
  readonly meaning: string;
  /** The default, for the documentation. */
  readonly defaultText: string;
  /**
   * @param text undefined when the variable is unset or empty
   * @param environment the other variables, on which a value may depend
   */
  readonly read: (text: string | undefined, environment: Environment) => ParsedSetting<Value>;
}

type ParseSetting<Value> = (text: string, environment: Environment) => ParsedSetting<Value>;

export function setting<Value>(
  name: string,
  parse: ParseSetting<Value>,
  value: Value,
  meaning: string,
): Variable<Value> {
  return {
    name,
    meaning,
    defaultText: String(value),
    read: (text, environment) => (text === undefined ? { value } : parse(text, environment)),
  };
}

export function optionalSetting<Value>(
  name: string,
  parse: ParseSetting<Value>,
  meaning: string,
  defaultText = 'unset',
): Variable<Value | undefined> {
  return {
    name,
    meaning,
    defaultText,
    read: (text, environment) => (text === undefined ? { value: undefined } : parse(text, environment)),
  };
}

export function wholeNumber(minimum: number, maximum: number): (text: string) => ParsedSetting<number> {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    return value >= minimum && value <= maximum
      ? { value }
      : { refusal: `must be a whole number from ${minimum} to ${maximum}` };
  };
}

/** Kubernetes sets `NAME_PORT` for each Service called `name`. */
export const adminPort: ParseSetting<number> = (text) => {
  const parsed = wholeNumber(0, 65_535)(text);
  if ('value' in parsed || !text.startsWith('tcp://')) return parsed;
  return {
    refusal: `${parsed.refusal}; Kubernetes sets it to tcp://… for a Service called admin, unless the pod has enableServiceLinks: false`,
  };
};

/** `scan` is for servers only: the embedded database always has triggers, and memory needs none. */
export const countsOfServer: ParseSetting<'kept' | 'scan'> = (text, { DATABASE_URL: url = '' }) => {
  const parsed = anyOf('kept', 'scan')(text, {});
  if (!('value' in parsed) || parsed.value === 'kept' || url.startsWith('postgres')) return parsed;
  const reason = url === 'memory:' ? 'memory needs no triggers' : 'the embedded database can have triggers';
  return { refusal: `must be kept, because ${reason}` };
};

/** `auto` is one per core, or 1 if only one process can run. */
export const workerCount: ParseSetting<number> = (text, { DATABASE_URL: url = '' }) => {
  const isShared = url.startsWith('postgres');
  if (text === 'auto') return { value: isShared ? availableParallelism() : 1 };
  const parsed = wholeNumber(1, 1000)(text);
  if (!('value' in parsed)) return { refusal: 'must be auto or a whole number from 1 to 1000' };
  if (parsed.value === 1 || isShared) return parsed;
  const reason =
    url === 'memory:'
      ? 'each process would have its own data in memory'
      : 'only one process can use the embedded database';
  return { refusal: `must be 1 or auto, because ${reason}` };
};

export function anyOf<const Value extends string>(...values: readonly Value[]): ParseSetting<Value> {
  return (text) => {
    const value = values.find((candidate) => candidate === text);
    return value === undefined ? { refusal: `must be one of ${values.join(', ')}` } : { value };
  };
}

export const trueOrFalse: ParseSetting<boolean> = (text) =>
  text === 'true' || text === 'false' ? { value: text === 'true' } : { refusal: 'must be true or false' };

export const anyText: ParseSetting<string> = (text) => ({ value: text });

/** A secret. Only its length can be checked. */
export const secretText: ParseSetting<string> = (text) =>
  text.length >= 32 ? { value: text } : { refusal: 'must have at least 32 characters' };

/** An absolute http or https URL without query and fragment. */
export const httpUrl: ParseSetting<string> = (text) => {
  const url = URL.parse(text);
  // URL.parse repairs what links would keep, such as `https:host`.
  return url !== null && /^https?:\/\/[^/\s]+\S*$/i.test(text) && url.search === '' && url.hash === ''
    ? { value: text }
    : { refusal: 'must be an absolute http or https URL without query, such as https://api.example.org' };
};

/** True if only programs on the same machine can reach a listening address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}
