import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface StreamRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A slow reader takes no more; its frames are not timed. */
  readonly bytesPerSecond?: number;
}

/** What the thread is started with. */
export interface ReaderData {
  readonly address: { readonly host: string; readonly port: number };
  readonly streams: readonly StreamRequest[];
}

/** The frames of all streams since they were last asked for. */
export interface FrameTimes {
  /** The number in the name that was written. */
  readonly numbers: Int32Array;
  /** When each frame was received, as `monotonicMillis`. */
  readonly times: Float64Array;
  /** The bytes that slow readers took. */
  readonly slowBytes: number;
}

/** Streams that a thread of its own reads. */
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
