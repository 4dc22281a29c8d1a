import type { Hash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { cpuSeconds, familyCpuSeconds, residentMegabytes } from '#test/support/proc';
import type { ListeningProcess } from './start-listening.ts';

/** The figures of one long answer of one side. */
export interface StreamRun {
  readonly bytes: number;
  readonly seconds: number;
  /** Until the first byte of the body, in milliseconds. */
  readonly firstByte: number;
  /** CPU time of the process, in seconds. */
  readonly cpu: number;
  /** The same of the database's processes. */
  readonly databaseCpu: number;
  /** Resident memory before it, in megabytes. */
  readonly idle: number;
  /** The most resident memory during it, in megabytes. */
  readonly peak: number;
}

const SAMPLE_MILLIS = 20;

/**
 * Reads a long answer as fast as it arrives, and discards it.
 * @param hash receives the bytes
 * @throws Error when the answer is an error, or is cut off
 */
export async function measureStream(
  side: ListeningProcess,
  databasePid: number,
  path: string,
  hash?: Hash,
): Promise<StreamRun> {
  const idle = residentMegabytes(side.pid);
  let peak = idle;
  const sampling = setInterval(() => (peak = Math.max(peak, residentMegabytes(side.pid))), SAMPLE_MILLIS);
  const [cpu, databaseCpu] = [cpuSeconds(side.pid), familyCpuSeconds(databasePid)];
  const start = performance.now();
  try {
    let bytes = 0;
    let firstByte = NaN;
    for await (const chunk of await answerTo(side.url + path)) {
      if (bytes === 0) firstByte = performance.now() - start;
      bytes += (chunk as Buffer).length;
      hash?.update(chunk as Buffer);
    }
    return {
      bytes,
      seconds: (performance.now() - start) / 1000,
      firstByte,
      cpu: cpuSeconds(side.pid) - cpu,
      databaseCpu: familyCpuSeconds(databasePid) - databaseCpu,
      idle,
      peak,
    };
  } finally {
    clearInterval(sampling);
  }
}

async function answerTo(url: string): Promise<IncomingMessage> {
  const request = get(url, { agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode === 200) return response;
  response.destroy();
  throw new Error(`${url}: ${response.statusCode ?? '?'}`);
}
