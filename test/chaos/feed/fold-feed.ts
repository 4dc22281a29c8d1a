// Applies the changes in the feed to an empty database.
import type { Stored } from '../stored.ts';
import type { KeptRow } from './kept-changes.ts';
import type { ToldChange, ToldState } from './told-change.ts';

interface Folded extends ToldState {
  /** The last version in the feed. */
  readonly version: number;
  /** True for a person who has gained or lost computers since. Each such write has raised the version, some more than once. */
  readonly isLinked: boolean;
  /** The number of the last write. */
  readonly seq: string;
}

export interface FoldedFeed {
  /** By type and identifier. */
  readonly state: ReadonlyMap<string, Folded>;
  /** A sentence for each change that cannot follow those before it. */
  readonly problems: readonly string[];
}

/**
 * Folds the changes. None may be missing in between: each raises the version of its resource by one, except for persons whose computers also changed.
 * @param kept the rows of the changes, which show where a write ends
 */
export function foldFeed(told: readonly ToldChange[], kept: readonly KeptRow[]): FoldedFeed {
  const state = new Map<string, Folded>();
  const problems: string[] = [];
  const linkedIn = personsLinked(told, kept);
  for (const [index, change] of told.entries()) {
    const { action, type, subject, after, version = 0 } = change;
    const [name, seq] = [`${type} ${subject}`, kept[index]?.seq ?? ''];
    const found = state.get(name);
    if ((found === undefined) !== (action === 'created')) problems.push(`at ${index} ${name} is ${action}`);
    for (const person of owners(found, after)) {
      const owner = state.get(`person ${person}`);
      // Otherwise its version is already known.
      if (owner !== undefined && owner.seq !== seq) state.set(`person ${person}`, { ...owner, isLinked: true });
    }
    if (after === undefined) {
      state.delete(name);
      continue;
    }
    const isLinked = found?.isLinked === true || linkedIn.get(seq)?.has(name) === true;
    const next = (found?.version ?? 0) + 1;
    if (isLinked ? version < next : version !== next)
      problems.push(`at ${index} ${name} has version ${version} instead of ${next}`);
    state.set(name, { ...after, version, isLinked: false, seq });
  }
  return { state, problems };
}

/** The persons whose computers each write changed. */
function personsLinked(
  told: readonly ToldChange[],
  kept: readonly KeptRow[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const linked = new Map<string, Set<string>>();
  const state = new Map<string, ToldState | undefined>();
  for (const [index, { type, subject, after }] of told.entries()) {
    const [name, seq] = [`${type} ${subject}`, kept[index]?.seq ?? ''];
    const persons = owners(state.get(name), after).map((person) => `person ${person}`);
    linked.set(seq, new Set([...(linked.get(seq) ?? []), ...persons]));
    state.set(name, after);
  }
  return linked;
}

/** The persons who have gained or lost a computer. */
function owners(before: ToldState | undefined, after: ToldState | undefined): readonly string[] {
  const [was, is] = [before?.owner ?? null, after?.owner ?? null];
  return was === is ? [] : [was, is].filter((owner) => owner !== null);
}

/** @returns a sentence for each difference between the folded changes and the stored rows */
export function compareFolded({ state }: FoldedFeed, { persons, computers }: Stored): readonly string[] {
  const rows = [
    ...persons.map(({ id, name, version }) => ({ row: `person ${id}`, name, owner: null, version })),
    ...computers.map(({ id, serial, owner, version }) => ({ row: `computer ${id}`, name: serial, owner, version })),
  ];
  const stored = new Set(rows.map(({ row }) => row));
  return [
    ...[...state.keys()]
      .filter((row) => !stored.has(row))
      .map((row) => `the feed tells of ${row}, which is not stored`),
    ...rows.flatMap(({ row, name, owner, version }) => {
      const told = state.get(row);
      if (told === undefined) return [`the feed does not tell of ${row}`];
      const isRight = told.isLinked ? version > told.version : version === told.version;
      return told.name.toUpperCase() === name.toUpperCase() && told.owner === owner && isRight
        ? []
        : [`${row} is ${JSON.stringify({ name, owner, version })}, and the feed tells ${JSON.stringify(told)}`];
    }),
  ];
}
