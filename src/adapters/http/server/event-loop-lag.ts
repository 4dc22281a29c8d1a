const INTERVAL_MILLIS = 100;

/** Watches how late this process gets to its work. */
export interface LagWatch {
  /** Whether it has been late by more than allowed for some time now; a single long task does not count. */
  isOverloaded(): boolean;
  stop(): void;
}

/** @param maxMillis how late it may be */
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
    isOverloaded: () => lateInARow >= 2,
    stop: () => {
      clearInterval(timer);
    },
  };
}
