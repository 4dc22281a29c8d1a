import { errorObject, type ErrorObject } from '../errors.ts';
import { quote, suggestion } from '../suggest.ts';

/** What a parser made of a parameter. When there are problems, the value is of no use. */
export interface Parsed<Value> {
  readonly value: Value;
  readonly problems: readonly ErrorObject[];
}

/** A problem with the parameter of that (decoded) name. */
export function parameterProblem(parameter: string, detail: string, meta?: ErrorObject['meta']): ErrorObject {
  return errorObject('invalid-parameter', detail, { parameter }, meta);
}

/** The names that are known at some place, under what a message calls them. */
export interface KnownNames {
  readonly heading: string;
  readonly names: readonly string[];
}

/** The detail for a name that nothing has: `unknown field "nme" of person; did you mean "name"? Fields of person: id, name`. */
export function unknownName(what: string, name: string, where: string, known: KnownNames): string {
  return `unknown ${what} ${quote(name)}${where}${suggestion(name, known.names) || '.'} ${listed(known)}`;
}

/** `Fields of person: id, name` */
export function listed({ heading, names }: KnownNames): string {
  return `${heading}: ${names.length === 0 ? 'none' : names.join(', ')}`;
}
