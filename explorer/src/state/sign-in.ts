// Signing in and out. The first view does not load this.
import { batch, computed } from '@preact/signals';
import { parseActor } from '../model/actor.ts';
import { actor } from './access.ts';
import { askToSignIn, keepCredential } from './credential.ts';
import { get, type Answer } from './send.ts';

export const isSignedIn = computed(() => (actor.value?.subject ?? 'anonymous') !== 'anonymous');

/** Keeps a token or key if the service accepts it. */
export async function signIn(credential: string): Promise<Answer> {
  const headers = { Authorization: `Bearer ${credential}` };
  const answer = await get('/', { quiet: true, asksToSignIn: false, headers });
  if (answer.kind === 'done') {
    batch(() => {
      keepCredential(credential);
      actor.value = parseActor(answer.document);
    });
  }
  return answer;
}

/** Signs out, or shows the sign-in form. */
export async function changeUser(): Promise<void> {
  if (isSignedIn.value) keepCredential(undefined);
  else if (!(await askToSignIn())) return;
  // Keep nothing that the previous user has seen.
  location.reload();
}
