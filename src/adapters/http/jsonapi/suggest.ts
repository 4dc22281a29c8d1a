import { distance } from 'fastest-levenshtein';

/**
 * A clause for an error's detail that offers the known name nearest to a misspelt one: `; did you mean "eq"?`, or an empty text when
 * none is near.
 */
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
