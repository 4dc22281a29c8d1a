// Checks the history of rows after concurrent writes.
import { isDeepStrictEqual } from 'node:util';
import type { Entity } from '#domain/entity';
import { relationshipNames } from '#domain/schema';
import { covers, type LedgerActor } from './ledger-policies.ts';
import { nameOf, type Row, type State } from './ledger-rows.ts';
import { endsOf, links, nameIn, onTheWire } from './ledger-schema.ts';

/** The rows stored and removed by the transaction of an acknowledged write. */
export interface Commit {
  /** The actor's name. */
  readonly actor: string;
  readonly stored: readonly Entity[];
  readonly removed: readonly Pick<Entity, 'type' | 'id'>[];
}

/** An answered write. */
export interface LoggedWrite {
  readonly actor: LedgerActor;
  readonly status: number;
  /** Attribute values that no other write sets. */
  readonly tokens: readonly string[];
}

export interface Race {
  readonly before: State;
  readonly after: State;
  readonly commits: readonly Commit[];
  readonly log: readonly LoggedWrite[];
  readonly actors: readonly LedgerActor[];
}

/** A row in one version, and who stored it. */
interface Version {
  readonly row: Row;
  /** Undefined: it was there from the start. */
  readonly commit: Commit | undefined;
}

type History = ReadonlyMap<string, readonly Version[]>;

export function historyFaults(race: Race): readonly string[] {
  const history = historyOf(race);
  return [...answerFaults(race), ...versionFaults(race, history), ...permissionFaults(race, history)];
}

function historyOf({ before, commits }: Race): History {
  const versions = new Map<string, Version[]>();
  const note = (row: Row, commit: Commit | undefined): void => {
    versions.set(nameOf(row), [...(versions.get(nameOf(row)) ?? []), { row, commit }]);
  };
  for (const row of before.values()) note(toOneOnly(row) ?? row, undefined);
  for (const commit of commits) for (const entity of commit.stored) note(rowOf(entity), commit);
  return new Map(
    [...versions].map(([name, all]) => [name, all.toSorted((one, other) => one.row.version - other.row.version)]),
  );
}

function rowOf({ type, id, attributes, targets, version }: Entity): Row {
  const named = relationshipNames(type, 'one').map(
    (name) => [nameIn(type, name), [targets[name] ?? []].flat()] as const,
  );
  return { type, id, attributes: onTheWire(type, attributes), targets: Object.fromEntries(named), version };
}

/** The row without its many-to-many links, which are stored separately. */
function toOneOnly(row: Row | undefined): Row | undefined {
  const isToOne = (name: string): boolean =>
    links.some((link) => link.item === row?.type && link.ofItem === name && !link.isManyToMany);
  return row && { ...row, targets: Object.fromEntries(Object.entries(row.targets).filter(([name]) => isToOne(name))) };
}

/** Every write that was acknowledged is in the history, and no other. */
function answerFaults({ commits, log, actors }: Race): readonly string[] {
  const acknowledged = log.filter(({ status }) => status < 300);
  // A write can conflict only with a required relationship, or with one whose target cannot be deleted.
  const expected = [
    200,
    201,
    204,
    403,
    404,
    503,
    ...(links.some(({ isRequired, onDelete }) => isRequired || onDelete === 'refuse') ? [409] : []),
  ];
  const strange = log.filter(({ status }) => !expected.includes(status));
  const stored = new Set<unknown>(
    commits.flatMap((commit) => commit.stored.flatMap(({ attributes }) => Object.values(attributes))),
  );
  const lost = acknowledged.flatMap(({ tokens }) => tokens.filter((token) => !stored.has(token)));
  const refused = log.filter(({ status }) => status >= 300).flatMap(({ tokens }) => tokens);
  const unsent = refused.filter((token) => stored.has(token));
  return [
    ...strange.map(({ actor, status }) => `${actor.name} is answered with ${status}`),
    ...lost.map((token) => `${token} was acknowledged, but not stored`),
    ...unsent.map((token) => `${token} was refused, but stored`),
    ...actors.flatMap(({ name }) => {
      const answers = acknowledged.filter(({ actor }) => actor.name === name).length;
      const made = commits.filter(({ actor }) => actor === name).length;
      return answers === made ? [] : [`${name} has ${answers} answers for ${made} transactions`];
    }),
  ];
}

/** Versions have no gaps, and the last one is stored. */
function versionFaults({ after, commits }: Race, history: History): readonly string[] {
  const removed = new Set(commits.flatMap((commit) => commit.removed.map(nameOf)));
  const known = [...history].flatMap(([name, versions]) => {
    const numbers = versions.map(({ row }) => row.version);
    const [first = 1] = numbers;
    const isGapless = numbers.every((version, index) => version === first + index);
    const last = versions.at(-1)?.row;
    const stored = toOneOnly(after.get(name));
    return [
      ...(isGapless ? [] : [`${name} has the versions ${String(numbers)}`]),
      ...(removed.has(name) === (stored === undefined) ? [] : [`${name} is ${stored ? 'still there' : 'missing'}`]),
      ...(stored === undefined || isDeepStrictEqual(stored, last)
        ? []
        : [`${name} is ${JSON.stringify(stored)}, but was last stored as ${JSON.stringify(last)}`]),
    ];
  });
  const unknown = [...after.keys()].filter((name) => !history.has(name));
  return [...known, ...unknown.map((name) => `${name} was stored by nobody`)];
}

/** Every change was allowed by its actor's rules, for some version of the rows that the write did not lock. */
function permissionFaults({ commits, actors }: Race, history: History): readonly string[] {
  const faults: string[] = [];
  for (const commit of commits) {
    const actor = actors.find(({ name }) => name === commit.actor);
    if (actor === undefined) throw new Error(`nobody is ${commit.actor}`);
    for (const { type, id } of commit.removed)
      if (!possibly(actor, 'delete', history.get(nameOf({ type, id }))?.at(-1)?.row, history))
        faults.push(`${actor.name} has deleted ${type} ${id}`);
    // Links end with what is deleted, whoever may change the other side.
    if (commit.removed.length > 0) continue;
    for (const entity of commit.stored) {
      const { row, previous } = changeIn(history, entity);
      const isNew = previous === undefined || commit.stored.some((each) => isFirst(each, entity));
      const isAllowed = isNew
        ? possibly(actor, 'create', row, history)
        : possibly(actor, 'update', previous, history) &&
          possibly(actor, 'read', previous, history) &&
          possibly(actor, 'update', row, history);
      if (!isAllowed)
        faults.push(`${actor.name} has made ${JSON.stringify(row)} of ${JSON.stringify(previous ?? null)}`);
    }
  }
  return faults;
}

/** A write that links the row it adds stores two versions, both of them new. */
function isFirst(one: Entity, other: Entity): boolean {
  return nameOf(one) === nameOf(other) && one.version === 1;
}

function changeIn(history: History, entity: Entity): { readonly row: Row; readonly previous: Row | undefined } {
  const versions = history.get(nameOf(entity)) ?? [];
  const index = versions.findIndex(({ row }) => row.version === entity.version);
  return { row: rowOf(entity), previous: versions[index - 1]?.row };
}

/** True if the rule covers the row together with some version of what it refers to. */
function possibly(
  actor: LedgerActor,
  action: 'read' | 'create' | 'update' | 'delete',
  row: Row | undefined,
  history: History,
): boolean {
  if (row === undefined) return false;
  const targets = endsOf(row.type).flatMap(({ name, to }) =>
    (row.targets[name] ?? []).map((id) => history.get(nameOf({ type: to, id }))),
  );
  const states = targets.reduce<readonly (readonly Row[])[]>(
    (known, versions = []) =>
      versions.length === 0 ? known : known.flatMap((rows) => versions.map((version) => [...rows, version.row])),
    [[]],
  );
  return states.some((others) =>
    covers(actor, action, row, new Map([row, ...others].map((each) => [nameOf(each), each]))),
  );
}
