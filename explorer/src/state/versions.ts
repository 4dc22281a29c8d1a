// The version of each resource that the user has seen, sent with their writes (If-Match).
import { keyOf, type Rows } from '../model/documents.ts';
import type { Draft } from '../model/draft.ts';
import type { Open } from '../model/question.ts';
import { tagOf, type Version } from '../model/version.ts';
import { detail } from './detail.ts';
import { draftOf, keep } from './drafts.ts';
import { unacknowledged } from './meanwhile.ts';

/** The version in the panel, by its loaded rows. After the user's own write, it is newer than the rows until they are reloaded. */
const versions = new WeakMap<Rows, Version>();

/** The last version of each resource that the user wrote or a list cell read, by `TYPE/ID`. Used by writes outside the panel. */
const met = new Map<string, Version>();

/** The version in the panel when the draft was begun, else the last one that the user has seen there. */
export function seen(open: Open): Version | undefined {
  return draftOf(open).base ?? acknowledged(open) ?? met.get(`${open.type}/${open.id ?? ''}`);
}

/** Remembers the version read for a list cell. */
export function noteRead(version: Version): void {
  met.set(keyOf(version.row), version);
}

/** Keeps the typed values, and the version that they are based on. */
export function keepTyped(open: Open, draft: Draft): void {
  keep(open, { ...draft, base: draft.base ?? acknowledged(open) });
}

/**
 * Remembers the version that the user's own write has made.
 * @param from the version that the user had seen; undefined if the write was for the version in a conflict question
 */
export function advance(open: Open, from: Version | undefined, to: Version): void {
  met.set(keyOf(to.row), to);
  const { rows } = detail.value;
  const draft = draftOf(open);
  const { base } = draft;
  // A version loaded while the write was running is older than the write's response as well.
  if (from !== undefined && base !== undefined && (base === from || base === acknowledged(open))) {
    keep(open, { ...draft, base: to });
  }
  if (from !== undefined && rows !== undefined && stored(open) !== undefined) versions.set(rows, to);
}

/**
 * Keeps the version of the resource in the panel when more of the resource has been read.
 * @param add adds what has been read to the version
 */
export function addToShown(before: Rows, after: Rows, add: (version: Version) => Version): void {
  const version = versions.get(before);
  if (version !== undefined) versions.set(after, add(version));
}

/** The version in the panel, or the one before it until the user acknowledges somebody else's change. */
export function acknowledged(open: Open): Version | undefined {
  const now = stored(open);
  const opened = unacknowledged(open)?.opened;
  // The same tag means the same version, of which more may have been loaded.
  return opened === undefined || opened.tag === now?.tag ? now : opened;
}

/** The version in the panel. */
export function stored({ type, id }: Open): Version | undefined {
  const { rows, headers } = detail.value;
  const row = rows?.rows[0];
  if (rows === undefined || row?.type !== type || row.id !== id) return undefined;
  const version = versions.get(rows) ?? { row, included: rows.included, tag: tagOf(headers) };
  versions.set(rows, version);
  return version;
}
