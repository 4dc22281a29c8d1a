// PATCH of a resource.
import {
  computer,
  freed,
  nothing,
  OWNER,
  person,
  refuses,
  SET,
  stores,
  type Outcome,
  type WriteCase,
} from './write-case.ts';

/** A change of fields, with related rows by name. */
const patchPerson = (
  what: string,
  of: string,
  { computers, ...attributes }: { readonly computers?: readonly string[] } & Readonly<Record<string, unknown>>,
  outcome: Outcome,
  headers?: WriteCase['headers'],
): WriteCase => ({
  what,
  method: 'PATCH',
  path: `/persons/{${of}}`,
  data: person(of, attributes, computers),
  outcome,
  ...(headers && { headers }),
});

const OLD_TAG = { 'If-Match': '"old"' };

const changingPersons: readonly WriteCase[] = [
  patchPerson('of a person', 'ada', { birth_date: '1815-12-10' }, stores({ ada: { birth_date: '1815-12-10' } })),
  patchPerson('of a hidden person', 'hiddenPerson', { name: 'x' }, refuses(404, 'id')),
  patchPerson('of a fixed person', 'fixedPerson', { name: 'x' }, refuses(403, 'id')),
  patchPerson('of a fixed person, without a change', 'fixedPerson', {}, refuses(403, 'id')),
  patchPerson(
    'of a fixed person, to hidden computers',
    'fixedPerson',
    { computers: ['hiddenFree'] },
    refuses(403, 'id'),
  ),
  patchPerson('to one that may not be updated', 'ada', { name: 'fixedNow' }, refuses(403, '/data')),
  patchPerson('to one that is hidden', 'ada', { name: 'hiddenNow' }, refuses(403, '/data')),
  patchPerson(
    'to one that may not be created',
    'ada',
    { name: 'unwantedNow' },
    stores({ ada: { name: 'unwantedNow' } }),
  ),
  patchPerson(
    'that touches no link, to one whose computers may not be changed',
    'ada',
    { name: 'closedNow' },
    stores({ ada: { name: 'closedNow' } }),
  ),
  patchPerson(
    'to no computers, which keeps the hidden one',
    'ada',
    { computers: [] },
    stores({ adas: freed, adas2: freed, ada: {} }),
  ),
  patchPerson('to one fewer computer', 'ada', { computers: ['adas'] }, stores({ adas2: freed, ada: {} })),
  patchPerson('to the visible computers', 'ada', { computers: ['adas', 'adas2'] }, nothing),
  patchPerson(
    'to one more computer, which has an owner',
    'ada',
    { computers: ['adas', 'adas2', 'bobs'] },
    stores({ bobs: { owner: 'ada' }, ada: {}, bob: {} }),
  ),
  patchPerson('that drops a fixed computer', 'bob', { computers: ['bobs'] }, refuses(403, SET)),
  patchPerson(
    'that keeps a fixed computer',
    'bob',
    { computers: ['bobs', 'fixedBobs', 'free'] },
    stores({ free: { owner: 'bob' }, bob: {} }),
  ),
  patchPerson(
    'to the computer of a hidden person',
    'ada',
    { computers: ['adas', 'adas2', 'ofHidden'] },
    refuses(403, `${SET}/2`),
  ),
  patchPerson(
    'to the computer of a fixed person',
    'ada',
    { computers: ['adas', 'adas2', 'ofFixed'] },
    refuses(403, `${SET}/2`),
  ),
  patchPerson('to a hidden computer', 'ada', { computers: ['adas', 'adas2', 'hiddenFree'] }, refuses(404, `${SET}/2`)),
  patchPerson(
    'to a hidden computer of their own',
    'ada',
    { computers: ['adas', 'adas2', 'hiddenAdas'] },
    refuses(404, `${SET}/2`),
  ),
  patchPerson(
    'to a computer after which it may not be updated',
    'ada',
    { computers: ['adas', 'adas2', 'oddFree'] },
    refuses(403, '/data'),
  ),
  patchPerson(
    'to a computer that hides it',
    'ada',
    { computers: ['adas', 'adas2', 'veilingFree'] },
    refuses(403, '/data'),
  ),
  patchPerson(
    'to computers that may not be updated after',
    'closedPerson',
    { computers: ['ofClosed', 'free'] },
    refuses(403, '/data'),
  ),
  patchPerson('to computers that may not be updated before', 'closedPerson', { computers: [] }, refuses(403, SET)),
  patchPerson('of a fixed person, with an old tag', 'fixedPerson', {}, refuses(403, 'id'), OLD_TAG),
  patchPerson('to a hidden computer, with an old tag', 'ada', { computers: ['hiddenFree'] }, { status: 412 }, OLD_TAG),
  patchPerson('of a hidden person, with an old tag', 'hiddenPerson', {}, refuses(404, 'id'), OLD_TAG),
];

const patchComputer = (
  what: string,
  of: string,
  { owner, ...attributes }: Readonly<Record<string, string | null>>,
  outcome: Outcome,
): WriteCase => ({ what, method: 'PATCH', path: `/computers/{${of}}`, data: computer(of, attributes, owner), outcome });

const changingComputers: readonly WriteCase[] = [
  patchComputer('of a computer', 'adas', { serial: 'x' }, stores({ adas: { serial: 'x' } })),
  patchComputer('of a hidden computer', 'hiddenFree', { serial: 'x' }, refuses(404, 'id')),
  patchComputer('of a fixed computer', 'fixedFree', { serial: 'x' }, refuses(403, 'id')),
  patchComputer('of a computer of a closed person', 'ofClosed', { serial: 'x' }, refuses(403, 'id')),
  patchComputer(
    'of the computer of a hidden person',
    'ofHidden',
    { serial: 'x' },
    stores({ ofHidden: { serial: 'x' } }),
  ),
  patchComputer('to one that may not be updated', 'free', { serial: 'fixedNow' }, refuses(403, '/data')),
  patchComputer('to one that is hidden', 'free', { serial: 'hiddenNow' }, refuses(403, '/data')),
  patchComputer('that hides its owner', 'adas', { serial: 'veilingNow' }, stores({ adas: { serial: 'veilingNow' } })),
  patchComputer(
    'after which its owner, who stays, may not be updated',
    'adas',
    { serial: 'oddNow' },
    stores({ adas: { serial: 'oddNow' } }),
  ),
  patchComputer('to an owner', 'free', { owner: 'ada' }, stores({ free: { owner: 'ada' }, ada: {} })),
  patchComputer('to the same owner', 'adas', { owner: 'ada' }, nothing),
  patchComputer(
    'to another owner',
    'adas',
    { serial: 'x', owner: 'bob' },
    stores({ adas: { serial: 'x', owner: 'bob' }, ada: {}, bob: {} }),
  ),
  patchComputer('to no owner', 'adas', { owner: null }, stores({ adas: freed, ada: {} })),
  patchComputer('to no owner, of a hidden one', 'ofHidden', { owner: null }, nothing),
  patchComputer(
    'to no owner, of a hidden one, and more',
    'ofHidden',
    { serial: 'x', owner: null },
    stores({ ofHidden: { serial: 'x' } }),
  ),
  patchComputer('to an owner, from a hidden one', 'ofHidden', { owner: 'ada' }, refuses(403, OWNER)),
  patchComputer('to its hidden owner', 'ofHidden', { owner: 'hiddenPerson' }, refuses(404, OWNER)),
  patchComputer('to a hidden owner', 'free', { owner: 'hiddenPerson' }, refuses(404, OWNER)),
  patchComputer('to a fixed owner', 'free', { owner: 'fixedPerson' }, refuses(403, OWNER)),
  patchComputer('to no owner, from a fixed one', 'ofFixed', { owner: null }, refuses(403, OWNER)),
  patchComputer('to an owner, from a fixed one', 'ofFixed', { owner: 'ada' }, refuses(403, OWNER)),
  patchComputer(
    'to an owner with whom it may not be updated',
    'free',
    { owner: 'closedPerson' },
    refuses(403, '/data'),
  ),
  patchComputer('to an owner that hides it', 'free', { owner: 'shadingPerson' }, refuses(403, '/data')),
  patchComputer('to an owner that may not be updated with it', 'oddFree', { owner: 'ada' }, refuses(403, '/data')),
  patchComputer(
    'to an owner that it hides',
    'veilingFree',
    { owner: 'ada' },
    stores({ veilingFree: { owner: 'ada' }, ada: {} }),
  ),
];

export const changeCases: readonly WriteCase[] = [...changingPersons, ...changingComputers];
