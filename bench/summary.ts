import { median } from './median.ts';

/** Several measurements of the same, in short. */
export interface Summary {
  readonly median: number;
  /** Interquartile range: how far apart the ends of the middle half are. */
  readonly iqr: number;
}

/** @param values at least one, else both figures are NaN */
export function summaryOf(values: readonly number[]): Summary {
  return { median: median(values), iqr: quantile(values, 0.75) - quantile(values, 0.25) };
}

/** As text: the median, and the range in parentheses. */
export function summaryText({ median: middle, iqr }: Summary): string {
  return `${middle.toFixed(2)} (${iqr.toFixed(3)})`;
}

/** Between two values, by proportion. */
function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (sorted.length - 1) * part;
  const [below = NaN, above = below] = sorted.slice(Math.floor(at));
  return below + (above - below) * (at - Math.floor(at));
}
