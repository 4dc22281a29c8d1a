// Progress, on standard error: a bar on a terminal, elsewhere a line now and then.
import type { CommandIo } from './command-io.ts';

export interface Progress {
  /** @param done so far */
  show(done: number): void;
  /** Ends it, before messages are written. */
  stop(): void;
}

const LINE_MILLIS = 10_000;

/**
 * @param unit the counted things, in the plural
 * @param total undefined if unknown
 * @param stopped removes the bar before the hint about stopping is written
 */
export async function showProgress(
  io: CommandIo,
  unit: string,
  total: number | undefined,
  stopped: AbortSignal,
): Promise<Progress> {
  if (!io.process.stderr.isTTY) return lines(io, unit, total);
  const shown = await bar(io, unit, total);
  if (stopped.aborted) shown.stop();
  stopped.addEventListener('abort', () => shown.stop());
  return shown;
}

async function bar(io: CommandIo, unit: string, total: number | undefined): Promise<Progress> {
  const { SingleBar } = (await import('cli-progress')).default;
  const known = '[{bar}] {percentage}% | {value} of {total} {unit} | {eta_formatted} left';
  const shown = new SingleBar({
    format: total === undefined ? '{value} {unit} | {duration_formatted}' : known,
    stream: io.process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 30,
    fps: 10,
  });
  shown.start(total ?? 0, 0, { unit });
  return { show: (done) => shown.update(done), stop: () => shown.stop() };
}

function lines(io: CommandIo, unit: string, total: number | undefined): Progress {
  let last = performance.now();
  return {
    show: (done) => {
      if (performance.now() - last < LINE_MILLIS) return;
      last = performance.now();
      io.tell(total === undefined ? `${done} ${unit}` : `${done} of ${total} ${unit}`);
    },
    stop: () => undefined,
  };
}
