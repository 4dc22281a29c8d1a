// Applies what the feed tells to an empty database.
import type { Stored } from '../stored.ts';
import type { KeptRow } from './kept-changes.ts';
import type { ToldChange, ToldState } from './told-change.ts';

interface Folded extends ToldState {
  readonly version: number;
}

export interface FoldedFeed {
  readonly state: ReadonlyMap<string, Folded>;
  /** A sentence for each change that cannot follow those before it. */
  readonly problems: readonly string[];
}

/**
 * Folds the changes. The version of a resource grows by one with each write that changes it, and that of a person also with each write that changes
 * which computers it has, so all versions are known.
 * @param kept the rows of the changes, which tell where a write ends
 */
export function foldFeed(told: readonly ToldChange[], kept: readonly KeptRow[]): FoldedFeed {
  const state = new Map<string, Folded>();
  const problems: string[] = [];
  let grown = new Set<string>();
  const grow = (person: string | null): void => {
    const name = `person ${person}`;
    const found = state.get(name);
    if (person === null || found === undefined || grown.has(name)) return;
    grown.add(name);
    state.set(name, { ...found, version: found.version + 1 });
  };
  for (const [index, change] of told.entries()) {
    if (index > 0 && kept[index]?.seq !== kept[index - 1]?.seq) grown = new Set();
    const { action, type, subject, after } = change;
    const name = `${type} ${subject}`;
    const found = state.get(name);
    if ((found === undefined) !== (action === 'created')) problems.push(`${name} is ${action} at ${index}`);
    if (type === 'person') grow(subject);
    if (found?.owner !== after?.owner) for (const each of [found?.owner, after?.owner]) grow(each ?? null);
    if (after === undefined) {
      state.delete(name);
      continue;
    }
    const version = type === 'person' ? (state.get(name)?.version ?? 1) : (found?.version ?? 0) + 1;
    if (type === 'person' && found === undefined) grown.add(name);
    state.set(name, { ...after, version });
    if (change.version !== version)
      problems.push(`${name} has version ${change.version} instead of ${version} at ${index}`);
  }
  return { state, problems };
}

/** @returns a sentence for each difference between the folded changes and the stored rows */
export function compareFolded({ state }: FoldedFeed, { persons, computers }: Stored): readonly string[] {
  const describe = (name: string, { name: shown, owner, version }: Folded): string =>
    `${name} is ${shown.toUpperCase()} of ${owner ?? 'nobody'} at version ${version}`;
  const folded = [...state].map(([name, each]) => describe(name, each));
  const stored = [
    ...persons.map(({ id, name, version }) => describe(`person ${id}`, { name, owner: null, version })),
    ...computers.map(({ id, serial, owner, version }) => describe(`computer ${id}`, { name: serial, owner, version })),
  ];
  const [inFeed, inTables] = [new Set(folded), new Set(stored)];
  return [
    ...folded.filter((each) => !inTables.has(each)).map((each) => `as the feed tells, ${each}, which is not stored`),
    ...stored.filter((each) => !inFeed.has(each)).map((each) => `${each}, which the feed does not tell`),
  ];
}
