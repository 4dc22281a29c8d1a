import { median } from './median.ts';

export interface Summary {
  readonly median: number;
  /** Interquartile range. */
  readonly iqr: number;
}

/** @param values if empty, both figures are NaN */
export function summaryOf(values: readonly number[]): Summary {
  return { median: median(values), iqr: quantile(values, 0.75) - quantile(values, 0.25) };
}

/** `median (IQR)` */
export function summaryText({ median: middle, iqr }: Summary): string {
  return `${middle.toFixed(2)} (${iqr.toFixed(3)})`;
}

/** Interpolates linearly between two values. */
function quantile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (sorted.length - 1) * fraction;
  const [below = NaN, above = below] = sorted.slice(Math.floor(at));
  return below + (above - below) * (at - Math.floor(at));
}
