export interface Sample {
  readonly minutes: number;
  readonly megabytes: number;
}

/** Memory growth in megabytes per minute: the slope of the least-squares line through the samples. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [minutes, megabytes] = [mean(samples.map((each) => each.minutes)), mean(samples.map((each) => each.megabytes))];
  const variance = samples.reduce((sum, each) => sum + (each.minutes - minutes) ** 2, 0);
  const covariance = samples.reduce((sum, each) => sum + (each.minutes - minutes) * (each.megabytes - megabytes), 0);
  return variance === 0 ? 0 : covariance / variance;
}
