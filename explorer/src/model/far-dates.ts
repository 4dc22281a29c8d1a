// Dates so far ahead that the year is probably a typo. The API accepts them, so the form only asks.
import type { Scalar } from './json.ts';
import { yearOf } from './periods.ts';

const farAhead = 100;

/**
 * A question about a date that is far ahead; undefined for any other value.
 * @example farDateWords('date', '2999-01-01', 2026) // 'This is 973 years ahead. Is the year right?'
 */
export function farDateWords(format: string, value: Scalar | undefined, thisYear: number): string | undefined {
  const year = format === 'date' || format === 'timestamp' ? yearOf(value) : undefined;
  if (year === undefined || year - thisYear <= farAhead) return undefined;
  return `This is ${(year - thisYear).toLocaleString('en')} years ahead. Is the year right?`;
}
