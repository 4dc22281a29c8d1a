// Writes of relationships, and of the target of a to-one relationship.
import { freed, many, nothing, one, person, refuses, stores, type Outcome, type WriteCase } from './write-case.ts';

type Method = WriteCase['method'];

const ownersOf = (
  method: 'PATCH' | 'DELETE',
  what: string,
  of: string,
  owner: string | undefined,
  outcome: Outcome,
  [attributes, computers]: readonly [object?, (readonly string[])?] = [],
): WriteCase => ({
  what,
  method,
  path: `/computers/{${of}}/owner`,
  ...(owner !== undefined && { data: person(owner, attributes, computers) }),
  outcome,
});

const onOwners: readonly WriteCase[] = [
  ownersOf('PATCH', 'of an owner', 'adas', 'ada', stores({ ada: { name: 'x' } }), [{ name: 'x' }]),
  ownersOf('PATCH', 'of the owner of a hidden computer', 'hiddenAdas', 'ada', refuses(404, 'computer_id')),
  ownersOf('PATCH', 'of no owner', 'free', 'ada', refuses(404, 'computer_id')),
  ownersOf('PATCH', 'of a hidden owner', 'ofHidden', 'hiddenPerson', refuses(404, 'computer_id')),
  ownersOf('PATCH', 'of a fixed owner', 'ofFixed', 'fixedPerson', refuses(403, 'computer_id')),
  ownersOf('PATCH', 'of an owner other than the stored one', 'adas', 'bob', refuses(409, '/data/id')),
  ownersOf('PATCH', 'of the owner of a fixed computer', 'fixedBobs', 'bob', stores({ bob: { name: 'x' } }), [
    { name: 'x' },
  ]),
  ownersOf('PATCH', 'to one that may not be updated', 'adas', 'ada', refuses(403, '/data'), [{ name: 'fixedNow' }]),
  ownersOf('PATCH', 'to one that is hidden', 'adas', 'ada', refuses(403, '/data'), [{ name: 'hiddenNow' }]),
  ownersOf('PATCH', 'to one fewer computer', 'adas', 'ada', stores({ adas2: freed, ada: {} }), [{}, ['adas']]),
  ownersOf(
    'PATCH',
    'to no computers, which keeps the hidden one',
    'adas',
    'ada',
    stores({ adas: freed, adas2: freed, ada: {} }),
    [{}, []],
  ),
  ownersOf(
    'PATCH',
    'to the computer of a hidden person',
    'adas',
    'ada',
    refuses(403, '/data/relationships/computers/data/1'),
    [{}, ['adas', 'ofHidden']],
  ),
  ownersOf('DELETE', 'of an owner', 'adas', undefined, {
    ...stores({ adas: freed, adas2: freed, hiddenAdas: freed }),
    removes: ['ada'],
  }),
  ownersOf('DELETE', 'of the owner of a hidden computer', 'hiddenAdas', undefined, refuses(404, 'computer_id')),
  ownersOf('DELETE', 'of no owner', 'free', undefined, refuses(404, 'computer_id')),
  ownersOf('DELETE', 'of a hidden owner', 'ofHidden', undefined, refuses(404, 'computer_id')),
  ownersOf('DELETE', 'of a kept owner', 'ofKept', undefined, refuses(403, 'computer_id')),
  ownersOf('DELETE', 'of a fixed owner', 'ofFixed', undefined, {
    ...stores({ ofFixed: freed }),
    removes: ['fixedPerson'],
  }),
];

const relink = (
  method: Method,
  what: string,
  of: string,
  computers: readonly string[],
  outcome: Outcome,
): WriteCase => ({
  what,
  method,
  path: `/persons/{${of}}/relationships/computers`,
  data: many(...computers),
  outcome,
});

const linking: readonly WriteCase[] = [
  relink('POST', 'of a free computer', 'ada', ['free'], stores({ free: { owner: 'ada' }, ada: {} })),
  relink('POST', 'of the computer of somebody', 'ada', ['bobs'], stores({ bobs: { owner: 'ada' }, ada: {}, bob: {} })),
  relink('POST', 'of a linked computer', 'ada', ['adas'], nothing),
  relink('POST', 'of nothing', 'ada', [], nothing),
  relink('POST', 'of nothing to a fixed person', 'fixedPerson', [], refuses(403, 'id')),
  relink('POST', 'to a hidden person', 'hiddenPerson', ['free'], refuses(404, 'id')),
  relink('POST', 'to a fixed person', 'fixedPerson', ['free'], refuses(403, 'id')),
  relink('POST', 'of a hidden computer', 'ada', ['hiddenFree'], refuses(404, '/data/0')),
  relink('POST', 'of a hidden computer that is linked', 'ada', ['hiddenAdas'], refuses(404, '/data/0')),
  relink('POST', 'of the computer of a hidden person', 'ada', ['free', 'ofHidden'], refuses(403, '/data/1')),
  relink('POST', 'of the computer of a fixed person', 'ada', ['ofFixed'], refuses(403, '/data/0')),
  relink('POST', 'of a fixed computer', 'ada', ['fixedFree'], refuses(403, '/data/0')),
  relink('POST', 'of a fixed computer that is linked', 'bob', ['fixedBobs'], nothing),
  relink('POST', 'of a fixed and a hidden computer', 'ada', ['fixedFree', 'hiddenFree'], refuses(404, '/data/1')),
  relink('POST', 'of a computer that may not be updated before', 'ada', ['ofClosed'], refuses(403, '/data/0')),
  relink('POST', 'of a computer that may not be updated after', 'closedPerson', ['free'], refuses(403, '/data')),
  relink('POST', 'to a person that may not be updated after', 'ada', ['oddFree'], refuses(403, '/data')),
  relink('POST', 'to a person that gets hidden', 'ada', ['veilingFree'], refuses(403, '/data')),
  relink(
    'POST',
    'of a computer that gets hidden',
    'shadingPerson',
    ['free'],
    stores({ free: { owner: 'shadingPerson' }, shadingPerson: {} }),
  ),
  relink('PATCH', 'by none, which keeps the hidden one', 'ada', [], stores({ adas: freed, adas2: freed, ada: {} })),
  relink('PATCH', 'by the visible ones', 'ada', ['adas', 'adas2'], nothing),
  relink('PATCH', 'by another', 'ada', ['adas', 'free'], stores({ free: { owner: 'ada' }, adas2: freed, ada: {} })),
  relink('PATCH', 'of a hidden person', 'hiddenPerson', [], refuses(404, 'id')),
  relink('PATCH', 'of a fixed person', 'fixedPerson', [], refuses(403, 'id')),
  relink('PATCH', 'without a fixed one', 'bob', ['bobs'], refuses(403, '/data')),
  relink('PATCH', 'by a hidden one', 'ada', ['adas', 'hiddenFree'], refuses(404, '/data/1')),
  relink('PATCH', 'by a hidden one that is linked', 'ada', ['adas', 'hiddenAdas'], refuses(404, '/data/1')),
  relink('PATCH', 'by the computer of a hidden person', 'ada', ['adas', 'ofHidden'], refuses(403, '/data/1')),
  relink('PATCH', 'by the computer of a fixed person', 'ada', ['adas', 'ofFixed'], refuses(403, '/data/1')),
  relink('PATCH', 'by one after which the person may not be updated', 'ada', ['oddFree'], refuses(403, '/data')),
  relink('PATCH', 'by one that hides the person', 'ada', ['veilingFree'], refuses(403, '/data')),
  relink('DELETE', 'of one', 'ada', ['adas'], stores({ adas: freed, ada: {} })),
  relink('DELETE', 'of a hidden one', 'ada', ['hiddenAdas'], nothing),
  relink('DELETE', 'of one and a hidden one', 'ada', ['adas', 'hiddenAdas'], stores({ adas: freed, ada: {} })),
  relink('DELETE', 'of the computers of others', 'ada', ['bobs', 'ofHidden', 'hiddenFree'], nothing),
  relink('DELETE', 'of a fixed one', 'bob', ['bobs', 'fixedBobs'], refuses(403, '/data/1')),
  relink('DELETE', 'of one that may not be updated', 'closedPerson', ['ofClosed'], refuses(403, '/data/0')),
  relink('DELETE', 'from a hidden person', 'hiddenPerson', ['ofHidden'], refuses(404, 'id')),
  relink('DELETE', 'from a fixed person', 'fixedPerson', ['ofFixed'], refuses(403, 'id')),
];

const reassign = (method: Method, what: string, of: string, owner: string | null, outcome: Outcome): WriteCase => ({
  what,
  method,
  path: `/computers/{${of}}/relationships/owner`,
  data: one('person', owner),
  outcome,
});

const assigning = (['POST', 'PATCH'] as const).flatMap((method): readonly WriteCase[] => [
  reassign(method, 'of an owner', 'free', 'ada', stores({ free: { owner: 'ada' }, ada: {} })),
  reassign(method, 'of another owner', 'adas', 'bob', stores({ adas: { owner: 'bob' }, ada: {}, bob: {} })),
  reassign(method, 'of the same owner', 'adas', 'ada', nothing),
  reassign(method, 'of nobody', 'adas', null, stores({ adas: freed, ada: {} })),
  reassign(method, 'of nobody, in place of a hidden one', 'ofHidden', null, nothing),
  reassign(method, 'of an owner, in place of a hidden one', 'ofHidden', 'ada', refuses(403, '/data')),
  reassign(method, 'of the hidden owner', 'ofHidden', 'hiddenPerson', refuses(404, '/data')),
  reassign(method, 'of a hidden owner', 'free', 'hiddenPerson', refuses(404, '/data')),
  reassign(method, 'of a fixed owner', 'free', 'fixedPerson', refuses(403, '/data')),
  reassign(method, 'of nobody, in place of a fixed one', 'ofFixed', null, refuses(403, '/data')),
  reassign(method, 'of an owner, in place of a fixed one', 'ofFixed', 'ada', refuses(403, '/data')),
  reassign(method, 'to a hidden computer', 'hiddenFree', 'ada', refuses(404, 'id')),
  reassign(method, 'to a fixed computer', 'fixedFree', 'ada', refuses(403, 'id')),
  reassign(method, 'to a computer that may not be updated before', 'ofClosed', null, refuses(403, 'id')),
  reassign(method, 'to a computer that may not be updated after', 'free', 'closedPerson', refuses(403, '/data')),
  reassign(method, 'to a computer that gets hidden', 'free', 'shadingPerson', refuses(403, '/data')),
  reassign(method, 'of an owner that may not be updated after', 'oddFree', 'ada', refuses(403, '/data')),
  reassign(
    method,
    'of an owner that gets hidden',
    'veilingFree',
    'ada',
    stores({ veilingFree: { owner: 'ada' }, ada: {} }),
  ),
]);

const unassigning: readonly WriteCase[] = [
  reassign('DELETE', 'of the owner', 'adas', 'ada', stores({ adas: freed, ada: {} })),
  reassign('DELETE', 'of any owner', 'adas', null, stores({ adas: freed, ada: {} })),
  reassign('DELETE', 'of somebody else', 'adas', 'bob', nothing),
  reassign('DELETE', 'of somebody hidden', 'adas', 'hiddenPerson', nothing),
  reassign('DELETE', 'of any owner, when it is hidden', 'ofHidden', null, nothing),
  reassign('DELETE', 'of the hidden owner', 'ofHidden', 'hiddenPerson', nothing),
  reassign('DELETE', 'of a fixed owner', 'ofFixed', 'fixedPerson', refuses(403, '/data')),
  reassign('DELETE', 'from a fixed computer', 'fixedBobs', 'bob', refuses(403, 'id')),
  reassign('DELETE', 'from a hidden computer', 'hiddenAdas', 'ada', refuses(404, 'id')),
];

export const linkCases: readonly WriteCase[] = [...onOwners, ...linking, ...assigning, ...unassigning];
