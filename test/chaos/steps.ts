import { matchesComputer, matchesPerson } from './answer-matchers.ts';
import type { Family } from './family.ts';
import { idOf, knownTokens, linkage, MAX_COMPUTERS, MAX_PERSONS, ownerMember } from './known-rows.ts';
import { OPERATION_STEP_MAKERS } from './operation-steps.ts';
import type { Random } from './random.ts';
import type { Creation, Step, StepMaker } from './step.ts';
import * as world from './world.ts';

/** Returns a random step that the family has the rows for. */
export function nextStep(family: Family, random: Random): Step {
  for (;;) {
    const step = random.pick(STEP_MAKERS)?.(family, random);
    if (step !== undefined) return step;
  }
}

const createPerson: StepMaker = (family, random) => {
  if (knownTokens(family, 'persons').length >= MAX_PERSONS) return undefined;
  const token = family.newToken();
  const computers = random.sample(knownTokens(family, 'computers'), 3);
  const relationships = { computers: { data: linkage(family, computers) } };
  const body = { data: { type: 'person', attributes: { name: token }, relationships } };
  const step = { method: 'POST', path: '/persons', body, effect: world.createPerson(token, computers) } as const;
  return { ...step, matches: matchesPerson(family, token), creates: [{ kind: 'persons', token, idIn }] };
};

const createComputer: StepMaker = (family, random) => {
  const [owner = null] = random.sample(knownTokens(family, 'persons'), 1);
  return creation(family, owner, '/computers', ownerMember(family, owner));
};

const createOwnedComputer: StepMaker = (family, random) => {
  const owner = random.pick(knownTokens(family, 'persons'));
  if (owner === undefined) return undefined;
  return creation(family, owner, `/persons/${idOf(family, owner)}/computers`, {});
};

function creation(family: Family, owner: string | null, path: string, members: object): Step | undefined {
  if (knownTokens(family, 'computers').length >= MAX_COMPUTERS) return undefined;
  const token = family.newToken();
  const body = { data: { type: 'computer', attributes: { serial: token }, ...members } };
  const effect = world.createComputer(token, owner);
  const step = { method: 'POST', path: `${path}${INCLUDE_OWNER}`, body, effect } as const;
  return { ...step, matches: matchesComputer(family, token), creates: [{ kind: 'computers', token, idIn }] };
}

const updatePerson: StepMaker = (family, random) => {
  const person = random.pick(knownTokens(family, 'persons'));
  if (person === undefined) return undefined;
  const name = family.newToken();
  const rename = world.renamePerson(person, name);
  const resource = { type: 'person', id: idOf(family, person), attributes: { name } };
  const request = { method: 'PATCH', path: `/persons/${resource.id}`, matches: matchesPerson(family, person) } as const;
  if (random.below(2) === 0) return { ...request, body: { data: resource }, effect: rename };
  const computers = random.sample(knownTokens(family, 'computers'), 4);
  const relationships = { computers: { data: linkage(family, computers) } };
  const effect = world.inSequence(world.replace(person, computers), rename);
  return { ...request, body: { data: { ...resource, relationships } }, effect };
};

const updateComputer: StepMaker = (family, random) => {
  const computer = random.pick(knownTokens(family, 'computers'));
  if (computer === undefined) return undefined;
  const serial = family.newToken();
  const rename = world.renameComputer(computer, serial);
  const resource = { type: 'computer', id: idOf(family, computer), attributes: { serial } };
  const path = `/computers/${resource.id}${INCLUDE_OWNER}`;
  const request = { method: 'PATCH', path, matches: matchesComputer(family, computer) } as const;
  if (random.below(2) === 0) return { ...request, body: { data: resource }, effect: rename };
  const [owner = null] = random.sample(knownTokens(family, 'persons'), 1);
  const effect = world.inSequence(world.assign([computer], owner), rename);
  return { ...request, body: { data: { ...resource, ...ownerMember(family, owner) } }, effect };
};

const changeLinks: StepMaker = (family, random) => {
  const person = random.pick(knownTokens(family, 'persons'));
  const way = random.pick(LINK_CHANGES);
  if (person === undefined || way === undefined) return undefined;
  const computers = random.sample(knownTokens(family, 'computers'), 4);
  const path = `/persons/${idOf(family, person)}/relationships/computers`;
  const body = { data: linkage(family, computers) };
  return {
    method: way.method,
    path,
    body,
    effect: way.effect(person, computers),
    matches: matchesPerson(family, person),
  };
};

const LINK_CHANGES = [
  { method: 'POST', effect: (person: string, computers: readonly string[]) => world.assign(computers, person) },
  { method: 'PATCH', effect: world.replace },
  { method: 'DELETE', effect: world.unlink },
] as const;

const changeOwner: StepMaker = (family, random) => {
  const computer = random.pick(knownTokens(family, 'computers'));
  if (computer === undefined) return undefined;
  const [owner = null] = random.sample(knownTokens(family, 'persons'), 1);
  const path = `/computers/${idOf(family, computer)}/relationships/owner`;
  const { data } = ownerMember(family, owner).relationships.owner;
  const effect = world.assign([computer], owner);
  return { method: 'PATCH', path, body: { data }, effect, matches: matchesComputer(family, computer) };
};

const removePerson: StepMaker = (family, random) => {
  const person = random.below(3) === 0 ? random.pick(knownTokens(family, 'persons')) : undefined;
  if (person === undefined) return undefined;
  const path = `/persons/${idOf(family, person)}`;
  return { method: 'DELETE', path, effect: world.removePerson(person), matches: () => true };
};

const removeComputer: StepMaker = (family, random) => {
  const computer = random.below(2) === 0 ? random.pick(knownTokens(family, 'computers')) : undefined;
  if (computer === undefined) return undefined;
  const path = `/computers/${idOf(family, computer)}`;
  return { method: 'DELETE', path, effect: world.removeComputer(computer), matches: () => true };
};

/** A creation that must be refused, for one of several reasons, and leave nothing behind. */
const failToCreate: StepMaker = (family, random) => {
  const attributes = { name: family.newToken(), email: 'nobody@example.org' };
  const computers = [
    ...linkage(family, knownTokens(family, 'computers')),
    { type: 'computer', id: '9000000000000000000' },
  ];
  const bodies = [
    {
      expectedRefusal: 404,
      body: { data: { type: 'person', attributes, relationships: { computers: { data: computers } } } },
    },
    {
      expectedRefusal: 422,
      body: { data: { type: 'person', attributes: { ...attributes, birth_date: '2023-02-30' } } },
    },
    { expectedRefusal: 409, body: { data: { type: 'computer', attributes } } },
  ];
  const body = random.pick(bodies);
  return body && { method: 'POST', path: '/persons', ...body, effect: () => undefined, matches: () => false };
};

const readPerson: StepMaker = (family, random) => {
  const person = random.pick(knownTokens(family, 'persons'));
  if (person === undefined) return undefined;
  const path = `/persons/${idOf(family, person)}`;
  return { method: 'GET', path, effect: world.requirePerson(person), matches: matchesPerson(family, person) };
};

const readComputer: StepMaker = (family, random) => {
  const computer = random.pick(knownTokens(family, 'computers'));
  if (computer === undefined) return undefined;
  const path = `/computers/${idOf(family, computer)}${INCLUDE_OWNER}`;
  return { method: 'GET', path, effect: world.requireComputer(computer), matches: matchesComputer(family, computer) };
};

const STEP_MAKERS: readonly StepMaker[] = [
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
  failToCreate,
  readPerson,
  readComputer,
  ...OPERATION_STEP_MAKERS,
];

const idIn: Creation['idIn'] = (document) => document.data.id;

const INCLUDE_OWNER = '?include=owner';
