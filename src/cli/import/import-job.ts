import type { ApiClient } from '../http/api.ts';
import type { Entry } from './entry.ts';
import type { Journal } from './journal.ts';
import type { Report } from './report.ts';

/** Records per request, unless the user sets another number or the service accepts fewer. */
export const DEFAULT_BATCH = 100;

export interface ImportJob {
  readonly api: ApiClient;
  readonly entries: AsyncIterable<Entry>;
  readonly journal: Journal;
  readonly reports: Readonly<Record<'refused' | 'unknown', Report>>;
  /** The most records per request, if the service accepts that many. */
  readonly batch: number;
  /** The most concurrent requests. */
  readonly parallel: number;
  readonly stopped: AbortSignal;
  /** @param done how many records are settled */
  readonly onProgress: (done: number) => void;
  readonly onProblem: (sentence: string) => void;
  /** @param ids the ids of the resources that a request created; undefined if the response does not contain them */
  readonly onDone?: (ids: readonly string[] | undefined) => void;
}
