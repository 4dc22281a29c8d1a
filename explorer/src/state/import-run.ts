// Sends the rows of a file as consecutive requests with atomic operations. Refused rows are left out, and the rest of the request is sent again.
import { signal } from '@preact/signals';
import type { Resource } from '../model/api.ts';
import { refusedIn } from '../model/bulk.ts';
import type { ApiError } from '../model/documents.ts';
import type { RejectedRow } from '../model/import-report.ts';
import { nextBatch, type PreparedRow } from '../model/import-rows.ts';
import { announce } from './announce.ts';
import { api } from './api.ts';
import { chosenFile, forgetFile, preparedRows, readyRows, type ImportFile } from './import-file.ts';
import { showChange } from './loaded.ts';
import { openDialog } from './open-dialog.ts';
import { sendOperations } from './send-write.ts';
import type { Failure } from './send.ts';
import { inTurn } from './turn.ts';

export interface ImportRun {
  readonly resource: Resource;
  readonly file: ImportFile;
  /** The number of rows to send. */
  readonly total: number;
  readonly created: number;
  /** The rows with problems and those refused by the service. */
  readonly rejected: readonly RejectedRow[];
  readonly left: readonly PreparedRow[];
  /** `held`: waiting for a failure to be resolved; `ended`: all sent, or stopped. */
  readonly state: 'running' | 'held' | 'ended';
  readonly failure: Failure | undefined;
}

/** The last import; undefined once its report is closed. */
export const importRun = signal<ImportRun | undefined>(undefined);

let stopped = false;
/** The maximum number of rows in a list. Lowered when a list is refused as too large. */
let most = Infinity;

addEventListener('beforeunload', (event) => {
  const run = importRun.value;
  if (run !== undefined && run.state !== 'ended') event.preventDefault();
});

/** Starts sending the rows of the chosen file. */
export async function startImport(): Promise<void> {
  const chosen = chosenFile.value;
  if (chosen === undefined) return;
  const { file, plan } = chosen;
  const left = readyRows.value;
  const rejected = preparedRows.value.filter(({ problems }) => problems.length > 0);
  most = Infinity;
  importRun.value = {
    resource: plan.resource,
    file,
    total: left.length,
    created: 0,
    rejected,
    left,
    state: 'running',
    failure: undefined,
  };
  forgetFile();
  await continueImport();
}

/** Continues after a failure or a stop. A list whose response was lost is not applied twice. */
export async function continueImport(): Promise<void> {
  stopped = false;
  update({ state: 'running', failure: undefined });
  let failure: Failure | undefined;
  while (failure === undefined && !isStopped() && (importRun.value?.left.length ?? 0) > 0) {
    failure = await inTurn(sendNext);
  }
  update({ state: failure === undefined ? 'ended' : 'held', failure });
  const run = importRun.value;
  if (run !== undefined && openDialog.value?.kind !== 'import')
    announce(`Import of ${run.file.name}: ${statusOf(run)}.`);
  showChange();
}

export function stopImport(): void {
  stopped = true;
}

function isStopped(): boolean {
  return stopped;
}

export function closeImport(): void {
  importRun.value = undefined;
}

/** @example '980 created, 20 rejected' */
export function statusOf({ created, rejected, left, state }: ImportRun): string {
  const number = (count: number): string => count.toLocaleString('en');
  return [
    `${number(created)} created`,
    ...(rejected.length > 0 ? [`${number(rejected.length)} rejected`] : []),
    // Some of the responses may have been lost.
    ...(left.length > 0 ? [`${number(left.length)} ${state === 'held' ? 'not confirmed' : 'not sent'}`] : []),
  ].join(', ');
}

async function sendNext(): Promise<Failure | undefined> {
  const now = importRun.value;
  if (now === undefined) return undefined;
  const rows = nextBatch(now.left, Math.min(api.value.limits.maxOperations, most));
  const answer = await sendOperations(rows.map(({ object }) => ({ op: 'add', data: object })));
  if (answer.kind === 'overtaken') return undefined;
  if (answer.kind === 'done') {
    update({ created: now.created + rows.length, left: now.left.slice(rows.length) });
    return undefined;
  }
  if (answer.kind === 'unreachable' || !answer.isFinal) return answer;
  const reasons = reasonsFor(rows, answer.errors);
  if (reasons.size > 0) {
    const rejected = rows.flatMap(({ record }, place) => {
      const reason = reasons.get(place);
      return reason === undefined ? [] : [{ record, problems: [reason] }];
    });
    update({ rejected: [...now.rejected, ...rejected], left: now.left.filter((_, place) => !reasons.has(place)) });
    return undefined;
  }
  if (!answer.errors.some(({ status }) => status === TOO_LARGE)) return answer;
  most = Math.ceil(rows.length / 2);
  return undefined;
}

const TOO_LARGE = '413';

/** The refused rows by index in the list. If a list of one row is refused, that row is the cause. */
function reasonsFor(rows: readonly PreparedRow[], errors: readonly ApiError[]): ReadonlyMap<number, string> {
  const refused = refusedIn(errors);
  if (refused !== undefined) return refused;
  const isAlone = rows.length === 1 && errors.some(({ status }) => status === TOO_LARGE);
  return new Map(isAlone ? [[0, errors.map(({ detail, title }) => (detail === '' ? title : detail)).join('; ')]] : []);
}

function update(change: Partial<ImportRun>): void {
  if (importRun.value !== undefined) importRun.value = { ...importRun.value, ...change };
}
