// Paths and file names of exports. A separate module, because the first view does not need it.
import type { Resource } from './api.ts';
import type { Question } from './question.ts';
import { fieldsParameter, filterParameter, pathWith, sortParameter, wholeFilter } from './requests.ts';

/** The path of a file with everything that matches, in the chosen columns. */
export function exportPath(resource: Resource, question: Question, suffix: 'csv' | 'ndjson'): string {
  const columns = question.columns === undefined ? [] : [fieldsParameter(resource.type, question.columns)];
  return pathWith(`/export${resource.path}.${suffix}`, [
    ...filterParameter(wholeFilter(resource, question)),
    ...sortParameter(question),
    ...columns,
  ]);
}

/** The file name: the name of the list, its filter and its search. */
export function exportName({ plural }: Resource, { filter, search }: Question, suffix: string): string {
  const conditions = JSON.stringify(filter).replace(/"(?:name|op|val|field)":/gu, '');
  const words = `${plural} ${conditions} ${search}`.match(/[\p{L}\p{N}_.@-]+/gu) ?? [];
  return `${words.join('-').slice(0, NAME_LENGTH)}.${suffix}`;
}

const NAME_LENGTH = 80;
