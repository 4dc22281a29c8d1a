// The words that the details of errors have in common.
import { distance } from 'fastest-levenshtein';

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

/** Offers the known name nearest to a misspelt one: `; did you mean "eq"?`, or an empty text when none is near. */
export function suggestion(name: string, known: readonly string[]): string {
  if (name.length > 64) return '';
  const ranked = known.map((candidate) => ({ candidate, far: distance(name.toLowerCase(), candidate.toLowerCase()) }));
  const nearest = ranked.reduce((best, next) => (next.far < best.far ? next : best), { candidate: '', far: Infinity });
  return nearest.far <= Math.max(1, Math.floor((nearest.candidate.length + 1) / 3))
    ? `; did you mean "${nearest.candidate}"?`
    : '';
}

/** A text of a client as a detail may repeat it: quoted, and cut when it is long. */
export function quote(text: string): string {
  const shown = [...text.slice(0, 130)];
  return JSON.stringify(shown.length > 64 ? `${shown.slice(0, 64).join('')}…` : text);
}
