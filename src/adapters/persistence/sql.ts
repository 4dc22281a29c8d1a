// SQL as data: text with holes for values, which never become text. Written for every request, so it is kept cheap: a tree of pieces, put
// together once.

/** What a statement can carry beside its text. */
export type SqlValue = string | number | boolean | null | readonly string[];

/** A piece of SQL, for a statement whose rows have columns of these types, in order. */
export class Sql<Row extends readonly unknown[] = readonly unknown[]> {
  declare readonly row?: Row;
  readonly #texts: readonly string[];
  readonly #parts: readonly SqlPart[];

  /** @param texts one more than parts */
  constructor(texts: readonly string[], parts: readonly SqlPart[]) {
    this.#texts = texts;
    this.#parts = parts;
  }

  /**
   * The text with numbered parameters, and their values.
   * @throws Error when there is a hole for a value that is not known
   */
  toStatement(): Statement {
    const { text, values } = this.toTemplate();
    return { text, values: values.map(known) };
  }

  /** The same, with holes for values, each of which is one parameter, however often it is used. */
  toTemplate(): { readonly text: string; readonly values: readonly (SqlValue | Hole)[] } {
    const values: (SqlValue | Hole)[] = [];
    return { text: this.#write(values), values };
  }

  #write(values: (SqlValue | Hole)[]): string {
    let text = this.#texts[0] ?? '';
    for (let index = 0; index < this.#parts.length; index += 1) {
      const part = this.#parts[index] as SqlPart;
      text += part instanceof Sql ? part.#write(values) : `$${numberOf(part, values)}`;
      text += this.#texts[index + 1] ?? '';
    }
    return text;
  }
}

type SqlPart = Sql | SqlValue | Hole;

/** A place for a value that is given when the statement is sent. */
export class Hole {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** The number of a parameter. */
function numberOf(part: SqlValue | Hole, values: (SqlValue | Hole)[]): number {
  const known = part instanceof Hole ? values.indexOf(part) : -1;
  return known < 0 ? values.push(part) : known + 1;
}

function known(value: SqlValue | Hole): SqlValue {
  if (value instanceof Hole) throw new Error(`no value is given for ${value.name}`);
  return value;
}

/** A statement that is written once, and filled with other values each time. */
export class Template {
  readonly #text: string;
  readonly #values: readonly (SqlValue | Hole)[];

  constructor(query: Sql) {
    const { text, values } = query.toTemplate();
    this.#text = text;
    this.#values = values;
  }

  /** @param given the values by the names of the holes */
  fill(given: Readonly<Record<string, SqlValue>>): Statement {
    return {
      text: this.#text,
      values: this.#values.map((value) => (value instanceof Hole ? filled(value, given) : value)),
    };
  }
}

function filled({ name }: Hole, given: Readonly<Record<string, SqlValue>>): SqlValue {
  const value = given[name];
  if (value === undefined) throw new Error(`no value is given for ${name}`);
  return value;
}

/** What is sent to the database. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** SQL as it is written, with pieces of SQL put in place, and values as parameters. */
export function sql<Row extends readonly unknown[] = readonly unknown[]>(
  texts: readonly string[],
  ...parts: readonly SqlPart[]
): Sql<Row> {
  return new Sql<Row>(texts, parts);
}

/** A name of the schema, with what it belongs to in front. */
export function nameSql(...names: readonly string[]): Sql {
  return new Sql([names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.')], []);
}

/** Pieces one after the other. */
export function joinSql(pieces: readonly Sql[], separator = ', '): Sql {
  if (pieces.length === 0) return new Sql([''], []);
  return new Sql(['', ...Array<string>(pieces.length - 1).fill(separator), ''], pieces);
}

/**
 * Identifiers as an array that the planner does not look into, so that one plan serves any number of them. It would make a new one for every
 * short array otherwise, which costs more than to run it.
 */
export function identifiersSql(ids: readonly string[]): Sql {
  return sql`array(select unnest(${ids}::bigint[]))`;
}

/**
 * A whole number in the text itself, for what the planner has to know when it makes a plan: how many rows are wanted.
 * @throws Error when it is none
 */
export function wholeSql(number: number | string): Sql {
  const text = String(number);
  if (!/^\d+$/.test(text)) throw new Error(`${text} is no whole number`);
  return new Sql([text], []);
}
