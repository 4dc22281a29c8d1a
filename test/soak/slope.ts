export interface Sample {
  readonly minutes: number;
  readonly megabytes: number;
}

/** How fast memory grows, in megabytes a minute: the slope of the line that fits the samples best (least squares). */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [minutes, megabytes] = [mean(samples.map((each) => each.minutes)), mean(samples.map((each) => each.megabytes))];
  const spread = samples.reduce((sum, each) => sum + (each.minutes - minutes) ** 2, 0);
  const common = samples.reduce((sum, each) => sum + (each.minutes - minutes) * (each.megabytes - megabytes), 0);
  return spread === 0 ? 0 : common / spread;
}
