// Converts the text in inputs to the JSON of the API and back, by kind of value. Kinds without an entry are text in both.
import { isScalar, type Json, type Scalar } from './json.ts';

/** Any scalar but `null`, which inputs show as empty. */
export type Value = Exclude<Scalar, null>;

interface Kind {
  /** The value of the typed text; undefined if it is invalid. */
  parse(typed: string): Value | undefined;
  /** Formats a value for an input. */
  write(value: Value): string;
}

const kinds: Readonly<Record<string, Kind>> = {
  integer: {
    // `1e3` and numbers with too many digits would be changed by a conversion to a number.
    parse: (typed) =>
      Number.isSafeInteger(Number(typed)) && String(Number(typed)) === typed ? Number(typed) : undefined,
    write: String,
  },
  boolean: {
    parse: (typed) => (typed === 'true' ? true : typed === 'false' ? false : undefined),
    write: String,
  },
  // Without an offset, a timestamp is in UTC.
  timestamp: {
    parse: (typed) => momentOf(withOffset(typed))?.toISOString(),
    write: (value) =>
      momentOf(String(value))
        ?.toISOString()
        .replace(/(?::00)?\.?0*Z$/u, '') ?? '',
  },
};

/** The JSON value of the typed text. Invalid text is sent as it was typed, so that the service explains why it refuses it. */
export function valueOf(format: string, typed: string): Value {
  return kindOf(format)?.parse(typed) ?? typed;
}

/**
 * The texts to choose from; undefined: any value of the kind.
 * @param values the choices of the attribute, if it has any
 */
export function choicesOf(format: string, values: readonly string[] | undefined): readonly string[] | undefined {
  return format === 'boolean' ? ['true', 'false'] : values;
}

/** The text of an input for a value; empty if it is unset or missing. */
export function typedOf(format: string, value: Json | undefined): string {
  if (!isScalar(value) || value === null) return '';
  return kindOf(format)?.write(value) ?? String(value);
}

const momentForms = {
  date: /^\d{4}-\d\d-\d\d$/u,
  timestamp: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/u,
};

/** True if a text is a complete date or timestamp on a day that exists. */
export function isWholeMoment(format: 'date' | 'timestamp', typed: string): boolean {
  const day = typed.slice(0, 10);
  // Date parsing rolls February 30 over into March.
  if (!momentForms[format].test(typed) || momentOf(`${day}T00:00Z`)?.toISOString().startsWith(day) !== true)
    return false;
  return format === 'date' || momentOf(withOffset(typed)) !== undefined;
}

function withOffset(typed: string): string {
  const moment = typed.replace(' ', 'T');
  return /(?:Z|T.*[+-]\d\d:\d\d)$/u.test(moment) ? moment : `${moment}Z`;
}

function kindOf(format: string): Kind | undefined {
  return Object.hasOwn(kinds, format) ? kinds[format] : undefined;
}

function momentOf(text: string): Date | undefined {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}
