import { computed, signal } from '@preact/signals';
import { parseApi, type Api } from '../model/api.ts';
import { permitted } from '../model/permitted.ts';
import { isObject, member } from '../model/json.ts';
import { actor, loadActor } from './access.ts';
import { get, type Failure } from './send.ts';

const none: Api = {
  title: 'Explorer',
  resources: [],
  operators: new Map(),
  limits: {
    defaultPageSize: 30,
    maxPageSize: undefined,
    maxListValues: 1000,
    maxIncludeNames: 1,
    maxOperations: 100,
    allowUnpaged: true,
  },
  seed: undefined,
};

const described = signal<Api>(none);
/** The part of the API that the user may see; without resources until it is loaded. */
export const api = computed(() => {
  const who = actor.value;
  return who === undefined || who === null ? described.value : permitted(described.value, who.may);
});
/** The reason why it could not be loaded. */
export const apiFailure = signal<Failure | 'no resources' | undefined>(undefined);

/** Loads the service's description of itself. */
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
  else {
    const schemes = member(member(answer.document, 'components'), 'securitySchemes');
    apiFailure.value = isObject(member(schemes, 'bearer')) ? await loadActor() : undefined;
    if (apiFailure.value === undefined) described.value = parsed;
  }
}
