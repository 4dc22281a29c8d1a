// Afterwards: every row that there is must be accounted for, and every row that was promised must be there.
import { COMMONS, type Commons } from './commons.ts';
import type { Family } from './family.ts';
import type { CountedRows, Stored } from './stored.ts';
import { describeRows, fingerprint, type ComputerRow, type PersonRow, type World } from './world.ts';

/** @returns what is wrong, a sentence each */
export function verify(stored: Stored, families: readonly Family[], commons: Commons): readonly string[] {
  const parts = partition(stored);
  const part = (prefix: string): Stored => parts.get(prefix) ?? NOTHING;
  const known = new Set([COMMONS, ...families.map(({ prefix }) => prefix)]);
  return [
    ...dangling(stored),
    ...[...parts.keys()].filter((prefix) => !known.has(prefix)).map((prefix) => `nobody has written ${prefix}`),
    ...families.filter(({ isSpoiled }) => !isSpoiled).flatMap((family) => verifyFamily(family, part(family.prefix))),
    ...verifyCommons(commons, part(COMMONS)),
  ];
}

/** @returns which counts that the database keeps are not those of its rows, a sentence each */
export function verifyCounts({ persons, computers, counts }: CountedRows): readonly string[] {
  return [
    ...(counts.persons === persons.length ? [] : [`${counts.persons} persons are counted, not ${persons.length}`]),
    ...(counts.computers === computers.length
      ? []
      : [`${counts.computers} computers are counted, not ${computers.length}`]),
  ];
}

const NOTHING: Stored = { persons: [], computers: [] };

function dangling({ persons, computers }: Stored): readonly string[] {
  const ids = new Set(persons.map(({ id }) => id));
  return [
    ...(ids.size === persons.length ? [] : ['two persons have the same id']),
    ...(new Set(computers.map(({ id }) => id)).size === computers.length ? [] : ['two computers have the same id']),
    ...computers
      .filter(({ owner }) => owner !== null && !ids.has(owner))
      .map(({ serial, owner }) => `computer ${serial} belongs to person ${String(owner)}, who does not exist`),
  ];
}

/** By what comes before the number of a token. */
function partition({ persons, computers }: Stored): ReadonlyMap<string, Stored> {
  const prefixOf = (token: string): string => token.replace(/N\d+$/, '');
  const people = Map.groupBy(persons, ({ name }) => prefixOf(name));
  const machines = Map.groupBy(computers, ({ serial }) => prefixOf(serial));
  const prefixes = new Set([...people.keys(), ...machines.keys()]);
  return new Map(
    [...prefixes].map((prefix) => [
      prefix,
      { persons: people.get(prefix) ?? [], computers: machines.get(prefix) ?? [] },
    ]),
  );
}

function verifyFamily(family: Family, { persons, computers }: Stored): readonly string[] {
  // A row whose creation was not answered has kept the token that it was created with.
  const owners = new Map(persons.map(({ id, name }) => [id, family.tokenOf('persons', id) ?? name]));
  const people = persons.map(
    ({ id, name, version }) => [owners.get(id) ?? name, { name, changes: version - 1 }] as const,
  );
  const machines = computers.map(({ id, serial, owner, version }) => {
    const ownerToken = owner === null ? null : (owners.get(owner) ?? `person ${owner} of others`);
    const token = family.tokenOf('computers', id) ?? serial;
    return [token, { serial, owner: ownerToken, changes: version - 1 }] as const;
  });
  const tokens = [...people, ...machines].map(([token]) => token);
  const twice = tokens.filter((token, index) => tokens.indexOf(token) !== index);
  return [
    ...twice.map((token) => `${token} is there more than once`),
    ...compare({ persons: new Map(people), computers: new Map(machines) }, family).map(
      (problem) => `${family.prefix}: ${problem}`,
    ),
  ];
}

function compare(actual: World, { worlds }: Family): readonly string[] {
  const expected = worlds.find((world) => fingerprint(world) === fingerprint(actual));
  if (expected === undefined) return [difference(actual, worlds)];
  return [
    ...fewerChanges<PersonRow>(actual.persons, expected.persons),
    ...fewerChanges<ComputerRow>(actual.computers, expected.computers),
  ];
}

/** What distinguishes the rows from the possible state that comes closest. */
function difference(actual: World, worlds: readonly World[]): string {
  const there = describeRows(actual);
  const differences = worlds.map((world) => {
    const promised = describeRows(world);
    const surplus = there.filter((row) => !promised.includes(row));
    return { surplus, missing: promised.filter((row) => !there.includes(row)) };
  });
  const size = (each: (typeof differences)[number]): number => each.surplus.length + each.missing.length;
  const [closest] = differences.sort((one, other) => size(one) - size(other));
  const shown = (rows: readonly string[] = []): string => (rows.length === 0 ? 'nothing' : rows.join(', '));
  return `there is ${shown(closest?.surplus)} instead of ${shown(closest?.missing)} (possible states: ${worlds.length})`;
}

function fewerChanges<Row extends { readonly changes: number }>(
  actual: ReadonlyMap<string, Row>,
  expected: ReadonlyMap<string, Row>,
): readonly string[] {
  return [...expected].flatMap(([token, { changes }]) => {
    const counted = actual.get(token)?.changes ?? 0;
    return counted >= changes ? [] : [`${token} counts ${counted} changes after ${changes} acknowledged ones`];
  });
}

function verifyCommons(commons: Commons, { persons, computers }: Stored): readonly string[] {
  const serials = computers.map(({ serial }) => serial).sort();
  const promised = [...commons.computers.keys()].sort();
  const counts = new Map([...Map.groupBy(persons, ({ name }) => name)].map(([name, rows]) => [name, rows.length]));
  const fates = new Map(commons.persons.map(({ token, fate }) => [token, fate]));
  const members = new Set(persons.map(({ id }) => id));
  return [
    ...(serials.join() === promised.join()
      ? []
      : [`shared computers: ${serials.join()} instead of ${promised.join()}`]),
    ...[...counts].filter(([, count]) => count > 1).map(([name]) => `${name} is there more than once`),
    ...[...counts.keys()]
      .filter((name) => (fates.get(name) ?? 'gone') === 'gone')
      .map((name) => `${name} is there although it was refused or deleted`),
    ...[...fates]
      .filter(([token, fate]) => fate === 'there' && !counts.has(token))
      .map(([token]) => `${token} is lost`),
    ...computers
      .filter(({ owner }) => owner !== null && !members.has(owner))
      .map(({ serial }) => `${serial} belongs to somebody who does not take part`),
  ];
}
