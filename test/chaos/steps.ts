// The writes and reads of a writer: each a request, what it does to the possible states of the rows, and what its answer must show.
import type { Request } from './attempt.ts';
import type { Family } from './family.ts';
import type { Random } from './random.ts';
import { showsComputer, showsPerson, type Shows } from './shows.ts';
import * as world from './world.ts';
import type { Effect, World } from './world.ts';

export interface Step extends Request {
  /** Of a read: the same world, when what it asks for is there. */
  readonly effect: Effect;
  /** Whether the answer is right for the state that there is after the write. */
  readonly shows: Shows;
  /** The token of what it creates, and what that is. */
  readonly creates?: { readonly kind: keyof World; readonly token: string };
  /** The status of a refusal that the step provokes; 404 when undefined. */
  readonly refusal?: number;
}

/** Makes a step for a family; undefined when the family lacks what it takes. */
type StepMaker = (family: Family, random: Random) => Step | undefined;

/** A random step. */
export function nextStep(family: Family, random: Random): Step {
  for (;;) {
    const step = random.pick(makers)?.(family, random);
    if (step !== undefined) return step;
  }
}

const MOST_PERSONS = 4;
const MOST_COMPUTERS = 8;

const createPerson: StepMaker = (family, random) => {
  if (known(family, 'persons').length >= MOST_PERSONS) return undefined;
  const token = family.newToken();
  const computers = random.some(known(family, 'computers'), 3);
  const relationships = { computers: { data: linkage(family, computers) } };
  const body = { data: { type: 'person', attributes: { name: token }, relationships } };
  const step = { method: 'POST', path: '/persons', body, effect: world.createPerson(token, computers) } as const;
  return { ...step, shows: showsPerson(family, token), creates: { kind: 'persons', token } };
};

const createComputer: StepMaker = (family, random) => {
  const [owner = null] = random.some(known(family, 'persons'), 1);
  return creation(family, owner, '/computers', ownerMember(family, owner));
};

const createOwnedComputer: StepMaker = (family, random) => {
  const owner = random.pick(known(family, 'persons'));
  if (owner === undefined) return undefined;
  return creation(family, owner, `/persons/${idOf(family, owner)}/computers`, {});
};

function creation(family: Family, owner: string | null, path: string, members: object): Step | undefined {
  if (known(family, 'computers').length >= MOST_COMPUTERS) return undefined;
  const token = family.newToken();
  const body = { data: { type: 'computer', attributes: { serial: token }, ...members } };
  const effect = world.createComputer(token, owner);
  const step = { method: 'POST', path: `${path}${SHOW_OWNER}`, body, effect } as const;
  return { ...step, shows: showsComputer(family, token), creates: { kind: 'computers', token } };
}

const updatePerson: StepMaker = (family, random) => {
  const person = random.pick(known(family, 'persons'));
  if (person === undefined) return undefined;
  const name = family.newToken();
  const rename = world.renamePerson(person, name);
  const resource = { type: 'person', id: idOf(family, person), attributes: { name } };
  const request = { method: 'PATCH', path: `/persons/${resource.id}`, shows: showsPerson(family, person) } as const;
  if (random.below(2) === 0) return { ...request, body: { data: resource }, effect: rename };
  const computers = random.some(known(family, 'computers'), 4);
  const relationships = { computers: { data: linkage(family, computers) } };
  const effect = world.both(world.replace(person, computers), rename);
  return { ...request, body: { data: { ...resource, relationships } }, effect };
};

const updateComputer: StepMaker = (family, random) => {
  const computer = random.pick(known(family, 'computers'));
  if (computer === undefined) return undefined;
  const serial = family.newToken();
  const rename = world.renameComputer(computer, serial);
  const resource = { type: 'computer', id: idOf(family, computer), attributes: { serial } };
  const path = `/computers/${resource.id}${SHOW_OWNER}`;
  const request = { method: 'PATCH', path, shows: showsComputer(family, computer) } as const;
  if (random.below(2) === 0) return { ...request, body: { data: resource }, effect: rename };
  const [owner = null] = random.some(known(family, 'persons'), 1);
  const effect = world.both(world.assign([computer], owner), rename);
  return { ...request, body: { data: { ...resource, ...ownerMember(family, owner) } }, effect };
};

const changeLinks: StepMaker = (family, random) => {
  const person = random.pick(known(family, 'persons'));
  const way = random.pick(LINK_CHANGES);
  if (person === undefined || way === undefined) return undefined;
  const computers = random.some(known(family, 'computers'), 4);
  const path = `/persons/${idOf(family, person)}/relationships/computers`;
  const body = { data: linkage(family, computers) };
  return { method: way.method, path, body, effect: way.effect(person, computers), shows: showsPerson(family, person) };
};

const LINK_CHANGES = [
  { method: 'POST', effect: (person: string, computers: readonly string[]) => world.assign(computers, person) },
  { method: 'PATCH', effect: world.replace },
  { method: 'DELETE', effect: world.unlink },
] as const;

const changeOwner: StepMaker = (family, random) => {
  const computer = random.pick(known(family, 'computers'));
  if (computer === undefined) return undefined;
  const [owner = null] = random.some(known(family, 'persons'), 1);
  const path = `/computers/${idOf(family, computer)}/relationships/owner`;
  const { data } = ownerMember(family, owner).relationships.owner;
  const effect = world.assign([computer], owner);
  return { method: 'PATCH', path, body: { data }, effect, shows: showsComputer(family, computer) };
};

const removePerson: StepMaker = (family, random) => {
  const person = random.below(3) === 0 ? random.pick(known(family, 'persons')) : undefined;
  if (person === undefined) return undefined;
  const path = `/persons/${idOf(family, person)}`;
  return { method: 'DELETE', path, effect: world.removePerson(person), shows: () => true };
};

const removeComputer: StepMaker = (family, random) => {
  const computer = random.below(2) === 0 ? random.pick(known(family, 'computers')) : undefined;
  if (computer === undefined) return undefined;
  const path = `/computers/${idOf(family, computer)}`;
  return { method: 'DELETE', path, effect: world.removeComputer(computer), shows: () => true };
};

/** A creation that must fail, each for another reason, and leave nothing. */
const createNothing: StepMaker = (family, random) => {
  const attributes = { name: family.newToken(), email: 'nobody@example.org' };
  const computers = [...linkage(family, known(family, 'computers')), { type: 'computer', id: '9000000000000000000' }];
  const bodies = [
    { refusal: 404, body: { data: { type: 'person', attributes, relationships: { computers: { data: computers } } } } },
    { refusal: 422, body: { data: { type: 'person', attributes: { ...attributes, birth_date: '2023-02-30' } } } },
    { refusal: 409, body: { data: { type: 'computer', attributes } } },
  ];
  const body = random.pick(bodies);
  return body && { method: 'POST', path: '/persons', ...body, effect: () => undefined, shows: () => false };
};

const readPerson: StepMaker = (family, random) => {
  const person = random.pick(known(family, 'persons'));
  if (person === undefined) return undefined;
  const path = `/persons/${idOf(family, person)}`;
  return { method: 'GET', path, effect: world.requirePerson(person), shows: showsPerson(family, person) };
};

const readComputer: StepMaker = (family, random) => {
  const computer = random.pick(known(family, 'computers'));
  if (computer === undefined) return undefined;
  const path = `/computers/${idOf(family, computer)}${SHOW_OWNER}`;
  return { method: 'GET', path, effect: world.requireComputer(computer), shows: showsComputer(family, computer) };
};

const makers: readonly StepMaker[] = [
  createPerson,
  createComputer,
  createOwnedComputer,
  updatePerson,
  updateComputer,
  changeLinks,
  changeLinks,
  changeOwner,
  removePerson,
  removeComputer,
  createNothing,
  readPerson,
  readComputer,
];

const SHOW_OWNER = '?include=owner';

/** The tokens of what may exist and has an identifier that is known. */
function known(family: Family, kind: keyof World): readonly string[] {
  const tokens = new Set(family.worlds.flatMap((each) => [...each[kind].keys()]));
  return [...tokens].filter((token) => family.idOf(token) !== undefined);
}

function idOf(family: Family, token: string): string {
  const id = family.idOf(token);
  if (id === undefined) throw new Error(`${token} has no identifier`);
  return id;
}

function linkage(family: Family, computers: readonly string[]) {
  return computers.map((token) => ({ type: 'computer', id: idOf(family, token) }));
}

function ownerMember(family: Family, owner: string | null) {
  const data = owner === null ? null : { type: 'person', id: idOf(family, owner) };
  return { relationships: { owner: { data } } };
}
