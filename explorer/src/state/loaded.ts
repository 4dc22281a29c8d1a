// Data that is loaded anew whenever its path changes; a request that was overtaken is aborted.
import { batch, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import { parseRows, type Rows } from '../model/documents.ts';
import { get, type Failure } from './send.ts';

export interface Loaded {
  /** The latest rows, also while newer ones are loaded. */
  readonly rows: Rows | undefined;
  /** Of the answer with `rows`. */
  readonly headers: Headers | undefined;
  /** What `rows` are the answer to. */
  readonly path: string | undefined;
  readonly loading: boolean;
  readonly failure: Failure | undefined;
}

const nothing: Loaded = { rows: undefined, headers: undefined, path: undefined, loading: false, failure: undefined };
const version = signal(0);

/** Set while what is loaded is a consequence of a write, which is the request that people want to see. */
let quiet = false;

/** Loads everything on the page once more. */
export function reload(): void {
  version.value += 1;
}

/** Shows the state after a write, together with another change of the page. */
export function showChange(change: () => void = (): void => undefined): void {
  quiet = true;
  batch(() => {
    change();
    reload();
  });
  quiet = false;
}

/** Counts the reloads, for what is loaded otherwise. */
export const reloads: ReadonlySignal<number> = version;

/**
 * Loads what a path leads to, now and whenever the path changes. After a failure only rows of the same path stay.
 * @param isSameThing whether old rows may be shown while the new ones are on their way
 */
export function load(
  path: ReadonlySignal<string | undefined>,
  isSameThing: (before: string, now: string) => boolean,
): ReadonlySignal<Loaded> {
  const loaded = signal<Loaded>(nothing);
  effect(() => {
    // Reading the version makes a reload run this again.
    const wanted = version.value >= 0 ? path.value : undefined;
    const abort = new AbortController();
    const before = untracked(() => loaded.value);
    if (wanted === undefined) {
      loaded.value = nothing;
      return undefined;
    }
    const keeps = before.path !== undefined && isSameThing(before.path, wanted);
    loaded.value = { ...(keeps ? before : nothing), loading: true };
    void get(wanted, { signal: abort.signal, quiet }).then((answer) => {
      if (answer.kind === 'overtaken' || abort.signal.aborted) return;
      loaded.value =
        answer.kind === 'done'
          ? {
              rows: parseRows(answer.document),
              headers: answer.headers,
              path: wanted,
              loading: false,
              failure: undefined,
            }
          : { ...(loaded.peek().path === wanted ? loaded.peek() : nothing), loading: false, failure: answer };
    });
    return () => abort.abort();
  });
  return loaded;
}
