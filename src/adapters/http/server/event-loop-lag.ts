const INTERVAL_MILLIS = 100;

export interface LagWatch {
  /** Whether two samples in a row exceeded the limit; a single long task does not count. */
  isLagging(): boolean;
  stop(): void;
}

/**
 * Samples the lag of the event loop.
 * @param maxMillis the limit
 */
export function watchEventLoop(maxMillis: number): LagWatch {
  let last = performance.now();
  let lateInARow = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    const lag = now - last - INTERVAL_MILLIS;
    lateInARow = lag > maxMillis ? lateInARow + 1 : 0;
    last = now;
  }, INTERVAL_MILLIS).unref();
  return {
    isLagging: () => lateInARow >= 2,
    stop: () => clearInterval(timer),
  };
}
