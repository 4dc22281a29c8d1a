// Bars of a chart over dates.

export interface Period {
  readonly label: string;
  /** First and last day. */
  readonly from: string;
  readonly to: string;
}

const mostBars = 24;

/** The decades from one date to another; centuries or millennia when these would be too many. */
export function periodsBetween(first: string, last: string): readonly Period[] {
  const [low, high] = [yearOf(first), yearOf(last)];
  const years = [10, 100, 1000].find((step) => Math.floor(high / step) - Math.floor(low / step) < mostBars) ?? 1000;
  const periods: Period[] = [];
  for (let year = low - (low % years); year <= high; year += years) {
    const end = year + years - 1;
    periods.push({
      label: years === 10 ? `${year}s` : `${year}–${end}`,
      // There is no year 0.
      from: `${digits(Math.max(1, year))}-01-01`,
      to: `${digits(end)}-12-31`,
    });
  }
  return periods;
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function digits(year: number): string {
  return String(year).padStart(4, '0');
}
