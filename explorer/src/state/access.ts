// The signed-in user and their permissions, as `GET /` returns them.
import { signal } from '@preact/signals';
import { parseActor, type Actor } from '../model/actor.ts';
import { hasCredential, keepCredential } from './credential.ts';
import { get, type Failure } from './send.ts';

/** Undefined if the service has no policy, or until it is loaded; null for an unknown user. */
export const actor = signal<Actor | null | undefined>(undefined);

/** Asks the service for the user; returns the failure, if any. Forgets credentials that the service refuses. */
export async function loadActor(): Promise<Failure | undefined> {
  const answer = await get('/', { quiet: true, asksToSignIn: false });
  if (answer.kind === 'done') actor.value = parseActor(answer.document);
  else if (answer.kind === 'refused' && hasCredential() && answer.errors[0]?.code === 'invalid-token') {
    keepCredential(undefined);
    return loadActor();
  } else return answer.kind === 'overtaken' ? undefined : answer;
  return undefined;
}
