// Data that is loaded again whenever its path changes. A request for an earlier path is aborted.
import { batch, effect, signal, untracked, type ReadonlySignal, type Signal } from '@preact/signals';
import { parseRows, type Rows } from '../model/documents.ts';
import { get, type Failure } from './send.ts';

export interface Loaded {
  /** The latest rows, also while newer ones are loaded. */
  readonly rows: Rows | undefined;
  /** The headers of the response with `rows`. */
  readonly headers: Headers | undefined;
  /** The path that `rows` were loaded from. */
  readonly path: string | undefined;
  readonly loading: boolean;
  /** The reason why the last attempt failed. It stays during a retry. */
  readonly failure: Failure | undefined;
  /** The path requested last. */
  readonly asked: string | undefined;
  /** When `rows` were requested, as `performance.now()`. They may lack later changes. */
  readonly since: number;
}

const nothing: Loaded = {
  rows: undefined,
  headers: undefined,
  path: undefined,
  loading: false,
  failure: undefined,
  asked: undefined,
  since: 0,
};
const version = signal(0);
/** The time for which loaded data counts as fresh, in milliseconds. */
const freshFor = 10_000;

/** True while loading sends requests that users do not need to see. */
let quiet = false;

let loadedAt = 0;

/** Loads everything on the page once more. */
export function reload(): void {
  version.value += 1;
}

/** Shows the state after a write, together with another change of the page. */
export function showChange(change: () => void = (): void => undefined): void {
  quietly(() => {
    change();
    reload();
  });
}

/** Makes a change without showing the resulting requests in the bar. */
export function quietly(change: () => void): void {
  quiet = true;
  batch(change);
  quiet = false;
}

/** True if nothing has been requested for a while. */
export function isOld(): boolean {
  return Date.now() - loadedAt > freshFor;
}

/** The number of reloads, for data that is loaded by other means. */
export const reloads: ReadonlySignal<number> = version;

/**
 * Loads the rows at a path, now and whenever the path changes. After a failure, only rows of the same path stay.
 * @param isSameThing true if the old rows may be shown while the new ones are loading
 * @param finish completes the rows of a response before they replace those shown
 * @param again reloads the rows whenever it changes
 */
export function load(
  path: ReadonlySignal<string | undefined>,
  isSameThing: (before: string, now: string) => boolean,
  finish: (rows: Rows, shown: () => Rows | undefined, signal: AbortSignal) => Rows | Promise<Rows> = (rows) => rows,
  again: ReadonlySignal<number> = version,
): Signal<Loaded> {
  const loaded = signal<Loaded>(nothing);
  effect(() => {
    // Reading both versions makes this effect run again on a reload.
    const wanted = version.value + again.value >= 0 ? path.value : undefined;
    const abort = new AbortController();
    const before = untracked(() => loaded.value);
    if (wanted === undefined) {
      loaded.value = nothing;
      return undefined;
    }
    const keeps = before.path !== undefined && isSameThing(before.path, wanted);
    const isRetry = before.asked === wanted;
    const since = performance.now();
    loadedAt = Date.now();
    loaded.value = {
      ...(keeps ? before : nothing),
      loading: true,
      failure: isRetry ? before.failure : undefined,
      asked: wanted,
    };
    void get(wanted, { signal: abort.signal, quiet }).then(async (answer) => {
      const rows =
        answer.kind === 'done'
          ? await finish(parseRows(answer.document), () => loaded.peek().rows, abort.signal)
          : undefined;
      if (answer.kind === 'overtaken' || abort.signal.aborted) return;
      loaded.value =
        answer.kind === 'done'
          ? {
              rows,
              headers: answer.headers,
              path: wanted,
              loading: false,
              failure: undefined,
              asked: wanted,
              since,
            }
          : {
              ...(loaded.peek().path === wanted ? loaded.peek() : nothing),
              loading: false,
              failure: answer,
              asked: wanted,
            };
    });
    return () => abort.abort();
  });
  return loaded;
}
