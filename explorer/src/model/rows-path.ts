// The request for some rows of a list. A separate module, because the first view does not need it.
import type { Api, Resource } from './api.ts';
import type { Question } from './question.ts';
import { chosenColumns, filterParameter, pathWith, viewParameters } from './requests.ts';

/** The path that reads resources with the columns of a list but without its filter. */
export function rowsPath(api: Api, resource: Resource, question: Question, ids: readonly string[]): string {
  return pathWith(resource.path, [
    ...filterParameter([{ name: 'id', op: 'in_', val: ids }]),
    ['page[size]', String(ids.length)],
    ...viewParameters(api, resource, chosenColumns(resource, question)),
  ]);
}
