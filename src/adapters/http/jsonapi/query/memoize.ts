/** How many results a function remembers. */
const MAX_RESULTS = 100;
/** Results for longer texts are not remembered: what is kept for clients stays small, whatever they send. */
const MAX_LENGTH = 500;

/**
 * The same function of a text, which remembers its results for the texts that came last, in the order in which they came first. Its
 * results must not be changed. What it throws is not remembered.
 */
export function memoize<Result extends object>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (text.length > MAX_LENGTH) return result;
    const [oldest] = results.keys();
    if (oldest !== undefined && results.size >= MAX_RESULTS) results.delete(oldest);
    results.set(text, result);
    return result;
  };
}
