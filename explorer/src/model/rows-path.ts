// The request for some rows of a list. The first view does not need this, so it does not load it.
import type { Api, Resource } from './api.ts';
import type { Question } from './question.ts';
import { chosenColumns, filterParameter, pathWith, viewParameters } from './requests.ts';

/** Reads resources as the columns of a list show them, whatever its filter. */
export function rowsPath(api: Api, resource: Resource, question: Question, ids: readonly string[]): string {
  return pathWith(resource.path, [
    ...filterParameter([{ name: 'id', op: 'in_', val: ids }]),
    ['page[size]', String(ids.length)],
    ...viewParameters(api, resource, chosenColumns(resource, question)),
  ]);
}
