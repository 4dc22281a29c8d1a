// DELETE of a resource.
import { freed, nothing, refuses, stores, type Outcome, type WriteCase } from './write-case.ts';

const remove = (what: string, path: string, outcome: Outcome): WriteCase => ({ what, method: 'DELETE', path, outcome });

export const removeCases: readonly WriteCase[] = [
  remove('of a hidden person', '/persons/{hiddenPerson}', refuses(404, 'id')),
  remove('of a kept person', '/persons/{keptPerson}', refuses(403, 'id')),
  remove('of a person with a hidden computer', '/persons/{ada}', {
    ...stores({ adas: freed, adas2: freed, hiddenAdas: freed }),
    removes: ['ada'],
  }),
  remove('of a person with a fixed computer', '/persons/{bob}', {
    ...stores({ bobs: freed, fixedBobs: freed }),
    removes: ['bob'],
  }),
  remove('of a fixed person', '/persons/{fixedPerson}', {
    ...stores({ ofFixed: freed }),
    removes: ['fixedPerson'],
  }),
  remove('of a hidden computer', '/computers/{hiddenAdas}', refuses(404, 'id')),
  remove('of a kept computer', '/computers/{keptFree}', refuses(403, 'id')),
  remove('of a fixed computer', '/computers/{fixedFree}', { ...nothing, removes: ['fixedFree'] }),
  remove('of a computer', '/computers/{adas}', { ...stores({ ada: {} }), removes: ['adas'] }),
  remove('of the computer of a fixed person', '/computers/{ofFixed}', {
    ...stores({ fixedPerson: {} }),
    removes: ['ofFixed'],
  }),
  remove('of the computer of a hidden person', '/computers/{ofHidden}', {
    ...stores({ hiddenPerson: {} }),
    removes: ['ofHidden'],
  }),
];
