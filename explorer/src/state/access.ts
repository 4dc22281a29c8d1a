// The signed-in user and their permissions, as `GET /` returns them.
import { signal } from '@preact/signals';
import { parseActor, type Actor } from '../model/actor.ts';
import { hasCredential, keepCredential } from './credential.ts';
import { get, type Failure } from './send.ts';

/** Undefined: the service has no policy; null: somebody unknown. */
export const actor = signal<Actor | null | undefined>(undefined);

/** Asks the service who one is; returns why it does not say. Credentials that it refuses are forgotten. */
export async function loadActor(): Promise<Failure | undefined> {
  const answer = await get('/', { quiet: true, asksToSignIn: false });
  if (answer.kind === 'done') actor.value = parseActor(answer.document);
  else if (answer.kind === 'refused' && hasCredential() && answer.errors[0]?.code === 'invalid-token') {
    keepCredential(undefined);
    return loadActor();
  } else return answer.kind === 'overtaken' ? undefined : answer;
  return undefined;
}
