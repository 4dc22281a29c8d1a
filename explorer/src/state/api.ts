import { signal } from '@preact/signals';
import { parseApi, type Api } from '../model/api.ts';
import { get, type Failure } from './send.ts';

const none: Api = {
  title: 'Explorer',
  resources: [],
  operators: new Map(),
  limits: { defaultPageSize: 30, maxPageSize: undefined, maxListValues: 1000, maxOperations: 100, allowUnpaged: true },
};

/** Without resources until it is loaded. */
export const api = signal<Api>(none);
/** Why it could not be loaded. */
export const apiFailure = signal<Failure | 'no resources' | undefined>(undefined);

/** Reads what the service says of itself. */
export async function loadApi(): Promise<void> {
  apiFailure.value = undefined;
  const answer = await get('/openapi.json', { quiet: true, accept: 'application/json' });
  if (answer.kind === 'overtaken') return;
  if (answer.kind !== 'done') {
    apiFailure.value = answer;
    return;
  }
  const parsed = parseApi(answer.document);
  if (parsed === undefined) apiFailure.value = 'no resources';
  else api.value = parsed;
}
