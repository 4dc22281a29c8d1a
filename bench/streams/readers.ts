import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface StreamRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The maximum that a slow reader reads. Its frames are not timed. */
  readonly bytesPerSecond?: number;
}

/** The arguments of the thread. */
export interface ReaderData {
  readonly address: { readonly host: string; readonly port: number };
  readonly streams: readonly StreamRequest[];
}

/** The frames of all streams since the last call. */
export interface FrameTimes {
  /** The number in the written name. */
  readonly numbers: Int32Array;
  /** When each frame was received, as `monotonicMillis`. */
  readonly times: Float64Array;
  /** The bytes that slow readers have read. */
  readonly slowBytes: number;
}

/** Streams that are read by a separate thread. */
export interface Readers {
  collect(): Promise<FrameTimes>;
  stop(): Promise<void>;
}

/**
 * Opens streams. Resolves once all have begun.
 * @throws Error if one is refused, or ends
 */
export async function openReaders(url: string, streams: readonly StreamRequest[]): Promise<Readers> {
  const { hostname: host, port } = new URL(url);
  const data: ReaderData = { address: { host, port: Number(port) }, streams };
  const thread = new Worker(new URL('reader-thread.ts', import.meta.url), { workerData: data });
  const message = async (): Promise<unknown> => ((await once(thread, 'message')) as [unknown])[0];
  await message();
  return {
    collect: async () => {
      thread.postMessage('collect');
      return (await message()) as FrameTimes;
    },
    stop: async () => {
      await thread.terminate();
    },
  };
}
