// A model of the service: the state of a few rows, and each write as a pure function of it.
// Resources are keyed by the unique token they were created with, because a lost answer means that the identifier is unknown.

export interface PersonRow {
  readonly name: string;
  /** Writes that have changed the row since its creation; the stored version is one more. */
  readonly changes: number;
}

export interface ComputerRow {
  readonly serial: string;
  /** The owner's token. */
  readonly owner: string | null;
  readonly changes: number;
}

export interface World {
  readonly persons: ReadonlyMap<string, PersonRow>;
  readonly computers: ReadonlyMap<string, ComputerRow>;
}

/** The state after a write; undefined when the service must refuse it because a resource it names does not exist. */
export type Effect = (world: World) => World | undefined;

export const emptyWorld: World = { persons: new Map(), computers: new Map() };

/** The tokens of a person's computers. */
export function computersOf(world: World, person: string): readonly string[] {
  return [...world.computers].filter(([, { owner }]) => owner === person).map(([token]) => token);
}

/** One line per row, without its number of changes. */
export function describeRows({ persons, computers }: World): readonly string[] {
  const people = [...persons].map(([token, { name }]) => `person ${token} named ${name}`);
  const machines = [...computers].map(
    ([token, { serial, owner }]) => `computer ${token} with serial ${serial} of ${owner ?? 'nobody'}`,
  );
  return [...people.sort(), ...machines.sort()];
}

/** Equal for worlds that differ only in their numbers of changes. */
export function fingerprint(world: World): string {
  return describeRows(world).join(', ');
}

/** Bumps the change count of every existing row that a write changed, once. A person's set of computers is part of the person. */
export function countChanges(before: World, after: World): World {
  const persons = [...after.persons].map(([token, row]) => {
    const isSame = describePerson(before, token) === describePerson(after, token);
    return [token, isSame || !before.persons.has(token) ? row : { ...row, changes: row.changes + 1 }] as const;
  });
  const computers = [...after.computers].map(([token, row]) => {
    const old = before.computers.get(token);
    const isSame = old === undefined || (old.serial === row.serial && old.owner === row.owner);
    return [token, isSame ? row : { ...row, changes: row.changes + 1 }] as const;
  });
  return { persons: new Map(persons), computers: new Map(computers) };
}

function describePerson(world: World, token: string): string {
  return [world.persons.get(token)?.name, ...[...computersOf(world, token)].sort()].join();
}

/** A read of a person: changes nothing, but the person must exist. */
export function requirePerson(token: string): Effect {
  return (world) => (hasPerson(world, token) ? world : undefined);
}

export function requireComputer(token: string): Effect {
  return (world) => (hasComputers(world, [token]) ? world : undefined);
}

export function createPerson(token: string, computers: readonly string[]): Effect {
  return (world) => {
    if (!hasComputers(world, computers)) return undefined;
    return transfer(withPerson(world, token, { name: token, changes: 0 }), computers, token);
  };
}

export function createComputer(token: string, owner: string | null): Effect {
  return (world) => {
    if (!hasPerson(world, owner)) return undefined;
    return withComputer(world, token, { serial: token, owner, changes: 0 });
  };
}

export function renamePerson(token: string, name: string): Effect {
  return (world) => {
    const row = world.persons.get(token);
    return row && withPerson(world, token, { ...row, name });
  };
}

export function renameComputer(token: string, serial: string): Effect {
  return (world) => {
    const row = world.computers.get(token);
    return row && withComputer(world, token, { ...row, serial });
  };
}

/** Transfers computers to a person, or to nobody, from any owner. */
export function assign(computers: readonly string[], owner: string | null): Effect {
  return (world) =>
    hasPerson(world, owner) && hasComputers(world, computers) ? transfer(world, computers, owner) : undefined;
}

export function replace(person: string, computers: readonly string[]): Effect {
  return (world) => {
    if (!hasPerson(world, person) || !hasComputers(world, computers)) return undefined;
    const dropped = computersOf(world, person).filter((token) => !computers.includes(token));
    return transfer(transfer(world, dropped, null), computers, person);
  };
}

/** Removes those of the named computers that the person owns. */
export function unlink(person: string, computers: readonly string[]): Effect {
  return (world) => {
    if (!hasPerson(world, person)) return undefined;
    const owned = computersOf(world, person).filter((token) => computers.includes(token));
    return transfer(world, owned, null);
  };
}

export function removePerson(token: string): Effect {
  return (world) => {
    if (!hasPerson(world, token)) return undefined;
    const disowned = transfer(world, computersOf(world, token), null);
    return { ...disowned, persons: without(disowned.persons, token) };
  };
}

export function removeComputer(token: string): Effect {
  return (world) =>
    hasComputers(world, [token]) ? { ...world, computers: without(world.computers, token) } : undefined;
}

/** One write with two effects. */
export function inSequence(first: Effect, second: Effect): Effect {
  return (world) => {
    const between = first(world);
    return between && second(between);
  };
}

function hasPerson({ persons }: World, token: string | null): boolean {
  return token === null || persons.has(token);
}

function hasComputers({ computers }: World, tokens: readonly string[]): boolean {
  return tokens.every((token) => computers.has(token));
}

function transfer(world: World, tokens: readonly string[], owner: string | null): World {
  const transferred = [...world.computers]
    .filter(([token]) => tokens.includes(token))
    .map(([token, row]) => [token, { ...row, owner }] as const);
  return { ...world, computers: new Map([...world.computers, ...transferred]) };
}

function withPerson(world: World, token: string, row: PersonRow): World {
  return { ...world, persons: new Map(world.persons).set(token, row) };
}

function withComputer(world: World, token: string, row: ComputerRow): World {
  return { ...world, computers: new Map(world.computers).set(token, row) };
}

function without<Row>(rows: ReadonlyMap<string, Row>, token: string): ReadonlyMap<string, Row> {
  return new Map([...rows].filter(([each]) => each !== token));
}
