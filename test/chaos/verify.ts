// After the run every stored row must be explained by a request, and every acknowledged row must be stored.
import { COMMONS_PREFIX, type Commons } from './commons.ts';
import type { Counter } from './counters.ts';
import type { Family } from './family.ts';
import type { CountedRows, Stored } from './stored.ts';
import { describeRows, fingerprint, type ComputerRow, type PersonRow, type World } from './world.ts';

/** @returns a sentence for each violation */
export function verify(
  stored: Stored,
  families: readonly Family[],
  commons: Commons,
  counters: readonly Counter[] = [],
): readonly string[] {
  const parts = partition(stored);
  const part = (prefix: string): Stored => parts.get(prefix) ?? NO_ROWS;
  const known = new Set([COMMONS_PREFIX, ...[...families, ...counters].map(({ prefix }) => prefix)]);
  return [
    ...danglingReferences(stored),
    ...[...parts.keys()].filter((prefix) => !known.has(prefix)).map((prefix) => `no writer has the prefix ${prefix}`),
    ...families
      .filter(({ hasViolation }) => !hasViolation)
      .flatMap((family) => verifyFamily(family, part(family.prefix))),
    ...verifyCommons(commons, part(COMMONS_PREFIX)),
    ...counters.flatMap((counter) => verifyCounter(counter, part(counter.prefix))),
  ];
}

/** @returns a sentence for each row count kept by the database that differs from the number of rows */
export function verifyCounts({ persons, computers, counts }: CountedRows): readonly string[] {
  return [
    ...(counts.persons === persons.length
      ? []
      : [`the database counts ${counts.persons} persons, but has ${persons.length}`]),
    ...(counts.computers === computers.length
      ? []
      : [`the database counts ${counts.computers} computers, but has ${computers.length}`]),
  ];
}

const NO_ROWS: Stored = { persons: [], computers: [] };

function danglingReferences({ persons, computers }: Stored): readonly string[] {
  const ids = new Set(persons.map(({ id }) => id));
  return [
    ...(ids.size === persons.length ? [] : ['two persons have the same id']),
    ...(new Set(computers.map(({ id }) => id)).size === computers.length ? [] : ['two computers have the same id']),
    ...computers
      .filter(({ owner }) => owner !== null && !ids.has(owner))
      .map(({ serial, owner }) => `computer ${serial} belongs to person ${String(owner)}, who does not exist`),
  ];
}

/** Groups rows by the prefix of their tokens. */
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
  // If the creation was not answered, the identifier is unknown, so no step can have renamed the row: its name is still the token.
  const owners = new Map(persons.map(({ id, name }) => [id, family.tokenOf('persons', id) ?? name]));
  const people = persons.map(
    ({ id, name, version }) => [owners.get(id) ?? name, { name, changes: version - 1 }] as const,
  );
  const machines = computers.map(({ id, serial, owner, version }) => {
    const ownerToken = owner === null ? null : (owners.get(owner) ?? `person ${owner} of another family`);
    const token = family.tokenOf('computers', id) ?? serial;
    return [token, { serial, owner: ownerToken, changes: version - 1 }] as const;
  });
  const tokens = [...people, ...machines].map(([token]) => token);
  const duplicates = tokens.filter((token, index) => tokens.indexOf(token) !== index);
  return [
    ...duplicates.map((token) => `${token} is stored more than once`),
    ...compare({ persons: new Map(people), computers: new Map(machines) }, family).map(
      (problem) => `${family.prefix}: ${problem}`,
    ),
  ];
}

function compare(actual: World, { worlds }: Family): readonly string[] {
  const expected = worlds.find((world) => fingerprint(world) === fingerprint(actual));
  if (expected === undefined) return [difference(actual, worlds)];
  return [
    ...missingChanges<PersonRow>(actual.persons, expected.persons),
    ...missingChanges<ComputerRow>(actual.computers, expected.computers),
  ];
}

/** Describes how the rows differ from the closest possible state. */
function difference(actual: World, worlds: readonly World[]): string {
  const stored = describeRows(actual);
  const differences = worlds.map((world) => {
    const expected = describeRows(world);
    const surplus = stored.filter((row) => !expected.includes(row));
    return { surplus, missing: expected.filter((row) => !stored.includes(row)) };
  });
  const size = (each: (typeof differences)[number]): number => each.surplus.length + each.missing.length;
  const [closest] = differences.sort((one, other) => size(one) - size(other));
  const list = (rows: readonly string[] = []): string => (rows.length === 0 ? 'nothing' : rows.join(', '));
  return `found ${list(closest?.surplus)} instead of ${list(closest?.missing)} (possible states: ${worlds.length})`;
}

function missingChanges<Row extends { readonly changes: number }>(
  actual: ReadonlyMap<string, Row>,
  expected: ReadonlyMap<string, Row>,
): readonly string[] {
  return [...expected].flatMap(([token, { changes }]) => {
    const counted = actual.get(token)?.changes ?? 0;
    return counted >= changes ? [] : [`${token} counts ${counted} changes after ${changes} acknowledged changes`];
  });
}

function verifyCommons(commons: Commons, { persons, computers }: Stored): readonly string[] {
  const serials = computers.map(({ serial }) => serial).sort();
  const expected = [...commons.computers.keys()].sort();
  const counts = new Map([...Map.groupBy(persons, ({ name }) => name)].map(([name, rows]) => [name, rows.length]));
  const presences = new Map(commons.persons.map(({ token, presence }) => [token, presence]));
  const members = new Set(persons.map(({ id }) => id));
  return [
    ...(serials.join() === expected.join()
      ? []
      : [`shared computers: ${serials.join()} instead of ${expected.join()}`]),
    ...[...counts].filter(([, count]) => count > 1).map(([name]) => `${name} is stored more than once`),
    ...[...counts.keys()]
      .filter((name) => (presences.get(name) ?? 'absent') === 'absent')
      .map((name) => `${name} is stored although it was refused or deleted`),
    ...[...presences]
      .filter(([token, presence]) => presence === 'present' && !counts.has(token))
      .map(([token]) => `${token} is lost`),
    ...computers
      .filter(({ owner }) => owner !== null && !members.has(owner))
      .map(({ serial }) => `${serial} belongs to a person outside the shared rows`),
  ];
}

/** Every increment that was acknowledged is in the number, and no other: each has raised the version by one. */
function verifyCounter({ prefix, acknowledged, inDoubt }: Counter, { computers }: Stored): readonly string[] {
  const [row] = computers;
  if (row === undefined || computers.length > 1) return [`counter ${prefix} has ${computers.length} rows`];
  const number = Number(row.serial.slice(prefix.length + 1));
  const reached = Array.from({ length: number }, (_, index) => index + 1);
  const unexplained = reached.filter((each) => !acknowledged.has(each) && !inDoubt.has(each));
  const lost = [...acknowledged].filter((each) => each > number);
  return [
    ...unexplained.map((each) => `counter ${prefix}: nobody has been told of ${each}`),
    ...lost.map((each) => `counter ${prefix}: ${each} is lost`),
    ...(row.version === number + 1 ? [] : [`counter ${prefix} is ${number} after ${row.version - 1} increments`]),
  ];
}
