/** One line of the report. */
export interface Figure {
  readonly title: string;
  readonly value: number;
  readonly unit: string;
  /** The highest allowed value; without one, the figure is only reported. */
  readonly most?: number;
}

/** Negated, so that NaN misses the target. */
export function isMissed({ value, most }: Figure): boolean {
  return most !== undefined && !(value <= most);
}

export function cellsOf(figure: Figure): readonly string[] {
  const { title, value, unit, most } = figure;
  const target = most === undefined ? '–' : `${isMissed(figure) ? 'MISSED' : 'reached'}: ≤ ${most}`;
  return [title, `${textOf(value)} ${unit}`.trimEnd(), target];
}

/** Three significant digits. */
function textOf(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
