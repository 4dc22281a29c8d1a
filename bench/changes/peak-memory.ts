import { residentMegabytes } from '#test/support/proc';

const SAMPLE_MILLIS = 10;

/**
 * Runs work and samples the memory of a process meanwhile.
 * @returns the result of the work, and the peak memory above the level at the start, in MiB
 */
export async function growthDuring<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly growth: number }> {
  const idle = residentMegabytes(pid);
  let peak = idle;
  const sampling = setInterval(() => (peak = Math.max(peak, residentMegabytes(pid))), SAMPLE_MILLIS);
  try {
    const result = await work();
    return { result, growth: Math.max(peak, residentMegabytes(pid)) - idle };
  } finally {
    clearInterval(sampling);
  }
}
