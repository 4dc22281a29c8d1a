import { parameterProblem, type Parsed } from './problem.ts';
import type { Parameter } from './query-string.ts';

/** The different items of a comma-separated value, in order. An empty value has none; an empty item is a problem. */
export function splitItems({ name, value }: Parameter): Parsed<readonly string[]> {
  if (value === '') return { value: [], problems: [] };
  const items = new Set(value.split(','));
  const problems = items.delete('') ? [parameterProblem(name, 'the list has an empty item: a comma too many')] : [];
  return { value: [...items], problems };
}
