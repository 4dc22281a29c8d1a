// POST of a resource.
import {
  adds,
  computer,
  NEW,
  OWNER,
  person,
  refuses,
  SET,
  standardRole,
  type Outcome,
  type WriteCase,
} from './write-case.ts';

const withoutComputers = { ...standardRole, computer: { ...standardRole.computer, update: { fields: ['serial'] } } };
const withoutOwners = { ...standardRole, person: { ...standardRole.person, update: { fields: ['name'] } } };
const { read, create, delete: remove } = standardRole.person;
const withoutUpdates = { ...standardRole, person: { read, create, delete: remove } };

const createPerson = (
  what: string,
  name: string,
  computers: readonly string[] | undefined,
  outcome: Outcome,
  also: Partial<WriteCase> = {},
): WriteCase => ({
  what,
  method: 'POST',
  path: '/persons',
  data: person(undefined, { name }, computers),
  outcome,
  ...also,
});

const creatingPersons: readonly WriteCase[] = [
  createPerson('of a person that may be created', 'new', undefined, adds('person', 'new')),
  createPerson('of a person that may not be created', 'unwantedNew', undefined, refuses(403, '/data')),
  createPerson('of a person that would be hidden', 'hiddenNew', undefined, refuses(403, '/data')),
  createPerson('of a person that could not be updated', 'fixedNew', undefined, adds('person', 'fixedNew')),
  createPerson(
    'with a free computer',
    'new',
    ['free'],
    adds('person', 'new', { free: { owner: NEW } }, { version: 2 }),
  ),
  createPerson(
    'with a computer of somebody',
    'new',
    ['adas'],
    adds('person', 'new', { adas: { owner: NEW }, ada: {} }, { version: 2 }),
  ),
  createPerson('with a computer that may not be updated', 'new', ['fixedFree'], refuses(403, `${SET}/0`)),
  createPerson('with the computer of a fixed person', 'new', ['free', 'ofFixed'], refuses(403, `${SET}/1`)),
  createPerson('with the computer of a hidden person', 'new', ['free', 'ofHidden'], refuses(403, `${SET}/1`)),
  createPerson('with a hidden computer', 'new', ['free', 'hiddenFree'], refuses(404, `${SET}/1`)),
  createPerson('with a fixed and a hidden computer', 'new', ['fixedFree', 'hiddenFree'], refuses(404, `${SET}/1`)),
  createPerson('with a computer that hides its owner', 'new', ['veilingFree'], refuses(403, '/data')),
  createPerson('with a computer that may not be updated before', 'new', ['ofClosed'], refuses(403, `${SET}/0`)),
  createPerson('with a computer that may not be updated after', 'closedNew', ['free'], refuses(403, '/data')),
  createPerson(
    'with a computer that gets hidden',
    'shadingNew',
    ['free'],
    adds('person', 'shadingNew', { free: { owner: NEW } }, { version: 2 }),
  ),
  createPerson('with a computer whose owner the role may not set', 'new', ['free'], refuses(403, SET), {
    role: withoutComputers,
  }),
];

const createComputer = (
  what: string,
  serial: string,
  owner: string | null | undefined,
  outcome: Outcome,
  also: Partial<WriteCase> = {},
): WriteCase => ({
  what,
  method: 'POST',
  path: '/computers',
  data: computer(undefined, { serial }, owner),
  outcome,
  ...also,
});

const creatingComputers: readonly WriteCase[] = [
  createComputer('of a computer that may be created', 'new', undefined, adds('computer', 'new')),
  createComputer('of a computer of nobody', 'new', null, adds('computer', 'new')),
  createComputer('of a computer that may not be created', 'unwantedNew', undefined, refuses(403, '/data')),
  createComputer('of a computer that would be hidden', 'hiddenNew', undefined, refuses(403, '/data')),
  createComputer('of a computer that could not be updated', 'fixedNew', undefined, adds('computer', 'fixedNew')),
  createComputer('of somebody', 'new', 'ada', adds('computer', 'new', { ada: {} }, { owner: 'ada' })),
  createComputer('of a fixed person', 'new', 'fixedPerson', refuses(403, OWNER)),
  createComputer('of a hidden person', 'new', 'hiddenPerson', refuses(404, OWNER)),
  createComputer(
    'of a person whose computers may not be changed',
    'new',
    'closedPerson',
    adds('computer', 'new', { closedPerson: {} }, { owner: 'closedPerson' }),
  ),
  createComputer('of a person that hides it', 'new', 'shadingPerson', refuses(403, '/data')),
  createComputer('of an owner that may not be updated after', 'oddNew', 'ada', refuses(403, '/data')),
  createComputer(
    'of a computer that hides its owner',
    'veilingNew',
    'ada',
    adds('computer', 'veilingNew', { ada: {} }, { owner: 'ada' }),
  ),
  createComputer('of an owner whose computers the role may not set', 'new', 'ada', refuses(403, OWNER), {
    role: withoutOwners,
  }),
];

const createRelated = (
  what: string,
  of: string,
  serial: string,
  outcome: Outcome,
  also: Partial<WriteCase> = {},
): WriteCase => ({
  what,
  method: 'POST',
  path: `/persons/{${of}}/computers`,
  data: computer(undefined, { serial }),
  outcome,
  ...also,
});

const creatingRelated: readonly WriteCase[] = [
  createRelated('of somebody', 'ada', 'new', adds('computer', 'new', { ada: {} }, { owner: 'ada' })),
  createRelated('of a hidden person', 'hiddenPerson', 'new', refuses(404, 'id')),
  createRelated('of a fixed person', 'fixedPerson', 'new', refuses(403, 'id')),
  createRelated('of a computer that may not be created', 'ada', 'unwantedNew', refuses(403, '/data')),
  createRelated('of a computer that would be hidden', 'ada', 'hiddenNew', refuses(403, '/data')),
  createRelated('of a person that hides it', 'shadingPerson', 'new', refuses(403, '/data')),
  createRelated('of an owner that may not be updated after', 'ada', 'oddNew', refuses(403, '/data')),
  createRelated(
    'of a computer that hides its owner',
    'ada',
    'veilingNew',
    adds('computer', 'veilingNew', { ada: {} }, { owner: 'ada' }),
  ),
  createRelated('of a person, if no person may be updated', 'ada', 'new', refuses(403, 'id'), {
    role: withoutUpdates,
  }),
  createRelated('of two persons, one of them hidden, if no person may be updated', 'ada', 'new', refuses(404, OWNER), {
    role: withoutUpdates,
    data: computer(undefined, { serial: 'new' }, 'hiddenPerson'),
  }),
];

export const createCases: readonly WriteCase[] = [...creatingPersons, ...creatingComputers, ...creatingRelated];
