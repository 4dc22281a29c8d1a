// Wording that the details of errors share.
import { distance } from 'fastest-levenshtein';

/** The valid names, and how a message introduces them. */
export interface KnownNames {
  readonly heading: string;
  readonly names: readonly string[];
  /** Replaces the suggestion of a similar name. */
  readonly advice?: string | undefined;
}

/** The detail for an unknown name: `unknown field "nme" of person; did you mean "name"? Fields of person: id, name`. */
export function unknownName(what: string, name: string, where: string, known: KnownNames): string {
  const advice = known.advice === undefined ? suggestion(name, known.names) : `; ${known.advice}.`;
  return `unknown ${what} ${quote(name)}${where}${advice || '.'} ${listed(known)}`;
}

/** `Fields of person: id, name` */
export function listed({ heading, names }: KnownNames): string {
  return `${heading}: ${names.length === 0 ? 'none' : names.join(', ')}`;
}

/** `; did you mean "eq"?` with the known name nearest to a misspelt one; empty when none is near. */
export function suggestion(name: string, known: readonly string[]): string {
  const nearest = nearestTo(name, known);
  return nearest === undefined ? '' : `; did you mean "${nearest}"?`;
}

/** The known name that a misspelt one probably stands for; undefined when none is near. */
export function nearestTo(name: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, most: Math.max(1, Math.floor((candidate.length + 1) / 3)) }))
    // Most names differ in length, which is quick to check.
    .filter(({ candidate, most }) => Math.abs(candidate.length - name.length) <= most)
    .map(({ candidate, most }) => ({ candidate, most, typos: typosIn(name.toLowerCase(), candidate.toLowerCase()) }));
  return ranked.filter(({ typos, most }) => typos <= most).toSorted((a, b) => a.typos - b.typos)[0]?.candidate;
}

/** The edit distance, which counts two swapped neighbours as one edit. */
export function typosIn(name: string, candidate: string): number {
  const swapped = Array.from(name.slice(1), (letter, index) => {
    return name.slice(0, index) + letter + name.charAt(index) + name.slice(index + 2);
  });
  return Math.min(distance(name, candidate), ...swapped.map((each) => distance(each, candidate) + 1));
}

/** @example withArticle('author') // 'an author' */
export function withArticle(name: string, article: 'a' | 'A' = 'a'): string {
  return `${article}${/^[aeiou]/i.test(name) ? 'n' : ''} ${name}`;
}

/** Quotes a client's text in a detail, truncated to 64 characters. */
export function quote(text: string): string {
  const start = [...text.slice(0, 130)];
  return JSON.stringify(start.length > 64 ? `${start.slice(0, 64).join('')}…` : text);
}
