// PATCH of a resource.
import { computer, nothing, person, refuses, stores, type Outcome, type WriteCase } from './write-case.ts';

const SET = '/data/relationships/computers/data';
const OWNER = '/data/relationships/owner/data';

const patchPerson = (
  what: string,
  of: string,
  attributes: object,
  computers: readonly string[] | undefined,
  outcome: Outcome,
  also: Partial<WriteCase> = {},
): WriteCase => ({
  what,
  method: 'PATCH',
  path: `/persons/{${of}}`,
  data: person(of, attributes, computers),
  outcome,
  ...also,
});

const changingPersons: readonly WriteCase[] = [
  patchPerson(
    'of a person',
    'ada',
    { birth_date: '1815-12-10' },
    undefined,
    stores({ ada: { birth_date: '1815-12-10' } }),
  ),
  patchPerson('of a hidden person', 'hiddenPerson', { name: 'x' }, undefined, refuses(404, 'id')),
  patchPerson('of a fixed person', 'fixedPerson', { name: 'x' }, undefined, refuses(403, 'id')),
  patchPerson('of a fixed person, of nothing', 'fixedPerson', {}, undefined, refuses(403, 'id')),
  patchPerson('of a fixed person, to hidden computers', 'fixedPerson', {}, ['hiddenFree'], refuses(403, 'id')),
  patchPerson('to one that may not be updated', 'ada', { name: 'fixedNow' }, undefined, refuses(403, '/data')),
  patchPerson('to one that is hidden', 'ada', { name: 'hiddenNow' }, undefined, refuses(403, '/data')),
  patchPerson(
    'to one that may not be created',
    'ada',
    { name: 'unwantedNow' },
    undefined,
    stores({ ada: { name: 'unwantedNow' } }),
  ),
  patchPerson(
    'that touches no link, to one whose computers may not be changed',
    'ada',
    { name: 'closedNow' },
    undefined,
    stores({ ada: { name: 'closedNow' } }),
  ),
  patchPerson(
    'to no computers, which keeps the hidden one',
    'ada',
    {},
    [],
    stores({ adas: { owner: null }, adas2: { owner: null }, ada: {} }),
  ),
  patchPerson('to one computer less', 'ada', {}, ['adas'], stores({ adas2: { owner: null }, ada: {} })),
  patchPerson('to the visible computers', 'ada', {}, ['adas', 'adas2'], nothing),
  patchPerson(
    'to one computer more, that of somebody',
    'ada',
    {},
    ['adas', 'adas2', 'bobs'],
    stores({ bobs: { owner: 'ada' }, ada: {}, bob: {} }),
  ),
  patchPerson('that drops a fixed computer', 'bob', {}, ['bobs'], refuses(403, SET)),
  patchPerson(
    'that keeps a fixed computer',
    'bob',
    {},
    ['bobs', 'fixedBobs', 'free'],
    stores({ free: { owner: 'bob' }, bob: {} }),
  ),
  patchPerson('to the computer of a hidden person', 'ada', {}, ['adas', 'adas2', 'ofHidden'], refuses(403, `${SET}/2`)),
  patchPerson('to the computer of a fixed person', 'ada', {}, ['adas', 'adas2', 'ofFixed'], refuses(403, `${SET}/2`)),
  patchPerson('to a hidden computer', 'ada', {}, ['adas', 'adas2', 'hiddenFree'], refuses(404, `${SET}/2`)),
  patchPerson(
    'to a hidden computer of their own',
    'ada',
    {},
    ['adas', 'adas2', 'hiddenAdas'],
    refuses(404, `${SET}/2`),
  ),
  patchPerson(
    'to a computer after which it may not be updated',
    'ada',
    {},
    ['adas', 'adas2', 'oddFree'],
    refuses(403, '/data'),
  ),
  patchPerson('to a computer that hides it', 'ada', {}, ['adas', 'adas2', 'veilingFree'], refuses(403, '/data')),
  patchPerson(
    'to computers that may not be updated after',
    'closedPerson',
    {},
    ['ofClosed', 'free'],
    refuses(403, '/data'),
  ),
  patchPerson('to computers that may not be updated before', 'closedPerson', {}, [], refuses(403, SET)),
  patchPerson('of a fixed person, with an old tag', 'fixedPerson', {}, undefined, refuses(403, 'id'), {
    headers: { 'If-Match': '"old"' },
  }),
  patchPerson(
    'to a hidden computer, with an old tag',
    'ada',
    {},
    ['hiddenFree'],
    { status: 412 },
    {
      headers: { 'If-Match': '"old"' },
    },
  ),
  patchPerson('of a hidden person, with an old tag', 'hiddenPerson', {}, undefined, refuses(404, 'id'), {
    headers: { 'If-Match': '"old"' },
  }),
];

const patchComputer = (
  what: string,
  of: string,
  attributes: object,
  owner: string | null | undefined,
  outcome: Outcome,
): WriteCase => ({ what, method: 'PATCH', path: `/computers/{${of}}`, data: computer(of, attributes, owner), outcome });

const changingComputers: readonly WriteCase[] = [
  patchComputer('of a computer', 'adas', { serial: 'x' }, undefined, stores({ adas: { serial: 'x' } })),
  patchComputer('of a hidden computer', 'hiddenFree', { serial: 'x' }, undefined, refuses(404, 'id')),
  patchComputer('of a fixed computer', 'fixedFree', { serial: 'x' }, undefined, refuses(403, 'id')),
  patchComputer('of a computer of a closed person', 'ofClosed', { serial: 'x' }, undefined, refuses(403, 'id')),
  patchComputer(
    'of the computer of a hidden person',
    'ofHidden',
    { serial: 'x' },
    undefined,
    stores({ ofHidden: { serial: 'x' } }),
  ),
  patchComputer('to one that may not be updated', 'free', { serial: 'fixedNow' }, undefined, refuses(403, '/data')),
  patchComputer('to one that is hidden', 'free', { serial: 'hiddenNow' }, undefined, refuses(403, '/data')),
  patchComputer(
    'that hides its owner',
    'adas',
    { serial: 'veilingNow' },
    undefined,
    stores({ adas: { serial: 'veilingNow' } }),
  ),
  patchComputer(
    'after which its owner, who stays, may not be updated',
    'adas',
    { serial: 'oddNow' },
    undefined,
    stores({ adas: { serial: 'oddNow' } }),
  ),
  patchComputer('to an owner', 'free', {}, 'ada', stores({ free: { owner: 'ada' }, ada: {} })),
  patchComputer('to the same owner', 'adas', {}, 'ada', nothing),
  patchComputer(
    'to another owner',
    'adas',
    { serial: 'x' },
    'bob',
    stores({ adas: { serial: 'x', owner: 'bob' }, ada: {}, bob: {} }),
  ),
  patchComputer('to no owner', 'adas', {}, null, stores({ adas: { owner: null }, ada: {} })),
  patchComputer('to no owner, of a hidden one', 'ofHidden', {}, null, nothing),
  patchComputer(
    'to no owner, of a hidden one, and more',
    'ofHidden',
    { serial: 'x' },
    null,
    stores({ ofHidden: { serial: 'x' } }),
  ),
  patchComputer('to an owner, from a hidden one', 'ofHidden', {}, 'ada', refuses(403, OWNER)),
  patchComputer('to its hidden owner', 'ofHidden', {}, 'hiddenPerson', refuses(404, OWNER)),
  patchComputer('to a hidden owner', 'free', {}, 'hiddenPerson', refuses(404, OWNER)),
  patchComputer('to a fixed owner', 'free', {}, 'fixedPerson', refuses(403, OWNER)),
  patchComputer('to no owner, from a fixed one', 'ofFixed', {}, null, refuses(403, OWNER)),
  patchComputer('to an owner, from a fixed one', 'ofFixed', {}, 'ada', refuses(403, OWNER)),
  patchComputer('to an owner with whom it may not be updated', 'free', {}, 'closedPerson', refuses(403, '/data')),
  patchComputer('to an owner that hides it', 'free', {}, 'shadingPerson', refuses(403, '/data')),
  patchComputer('to an owner that may not be updated with it', 'oddFree', {}, 'ada', refuses(403, '/data')),
  patchComputer(
    'to an owner that it hides',
    'veilingFree',
    {},
    'ada',
    stores({ veilingFree: { owner: 'ada' }, ada: {} }),
  ),
];

export const changeCases: readonly WriteCase[] = [...changingPersons, ...changingComputers];
