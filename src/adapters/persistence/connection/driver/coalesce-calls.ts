/**
 * Coalesces simultaneous calls: one run at a time, and each caller gets the result of a run that began after its call.
 * @example const position = coalesceCalls(() => readPrimary(database)); // a thousand simultaneous callers cost two queries
 */
export function coalesceCalls<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;
  const start = (): Promise<Result> => {
    const running = run();
    current = running;
    const end = (): void => {
      if (current === running) current = undefined;
    };
    running.then(end, end);
    return running;
  };
  return () => {
    if (current === undefined) return start();
    next ??= current.then(ignore, ignore).then(() => {
      next = undefined;
      return start();
    });
    return next;
  };
}

const ignore = (): void => undefined;
