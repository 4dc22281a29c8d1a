// What a few rows may look like, and what writes make of them: the service's contract as pure functions.
// A resource is known here by the unique token that it was created with, since an answer that was lost took the identifier with it.

export interface PersonRow {
  readonly name: string;
  /** How many writes have changed the row since its creation. */
  readonly changes: number;
}

export interface ComputerRow {
  readonly serial: string;
  /** The token of the owner. */
  readonly owner: string | null;
  readonly changes: number;
}

export interface World {
  readonly persons: ReadonlyMap<string, PersonRow>;
  readonly computers: ReadonlyMap<string, ComputerRow>;
}

/** What a write makes of a world. Undefined when the service must refuse it there, because something it names does not exist. */
export type Effect = (world: World) => World | undefined;

export const emptyWorld: World = { persons: new Map(), computers: new Map() };

/** The tokens of a person's computers. */
export function computersOf(world: World, person: string): readonly string[] {
  return [...world.computers].filter(([, { owner }]) => owner === person).map(([token]) => token);
}

/** One text per row, with all but the number of changes. */
export function describeRows({ persons, computers }: World): readonly string[] {
  const people = [...persons].map(([token, { name }]) => `person ${token} named ${name}`);
  const machines = [...computers].map(
    ([token, { serial, owner }]) => `computer ${token} with serial ${serial} of ${owner ?? 'nobody'}`,
  );
  return [...people.sort(), ...machines.sort()];
}

/** Equal for worlds that differ in nothing but the number of changes. */
export function fingerprint(world: World): string {
  return describeRows(world).join(', ');
}

/** Counts, once for each row that was there before, that a write has changed it. A person's set of computers is part of the person. */
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

/** Changes nothing, and needs a person. */
export function requirePerson(token: string): Effect {
  return (world) => (hasPerson(world, token) ? world : undefined);
}

export function requireComputer(token: string): Effect {
  return (world) => (hasComputers(world, [token]) ? world : undefined);
}

export function createPerson(token: string, computers: readonly string[]): Effect {
  return (world) => {
    if (!hasComputers(world, computers)) return undefined;
    return give(withPerson(world, token, { name: token, changes: 0 }), computers, token);
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

/** Gives computers to a person, or to nobody, whoever owns them. */
export function assign(computers: readonly string[], owner: string | null): Effect {
  return (world) =>
    hasPerson(world, owner) && hasComputers(world, computers) ? give(world, computers, owner) : undefined;
}

export function replace(person: string, computers: readonly string[]): Effect {
  return (world) => {
    if (!hasPerson(world, person) || !hasComputers(world, computers)) return undefined;
    const dropped = computersOf(world, person).filter((token) => !computers.includes(token));
    return give(give(world, dropped, null), computers, person);
  };
}

/** Takes from a person what they own of the named computers. */
export function unlink(person: string, computers: readonly string[]): Effect {
  return (world) => {
    if (!hasPerson(world, person)) return undefined;
    const owned = computersOf(world, person).filter((token) => computers.includes(token));
    return give(world, owned, null);
  };
}

export function removePerson(token: string): Effect {
  return (world) => {
    if (!hasPerson(world, token)) return undefined;
    const left = give(world, computersOf(world, token), null);
    return { ...left, persons: without(left.persons, token) };
  };
}

export function removeComputer(token: string): Effect {
  return (world) =>
    hasComputers(world, [token]) ? { ...world, computers: without(world.computers, token) } : undefined;
}

/** One write that does two things. */
export function both(first: Effect, second: Effect): Effect {
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

function give(world: World, tokens: readonly string[], owner: string | null): World {
  const moved = [...world.computers]
    .filter(([token]) => tokens.includes(token))
    .map(([token, row]) => [token, { ...row, owner }] as const);
  return { ...world, computers: new Map([...world.computers, ...moved]) };
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
