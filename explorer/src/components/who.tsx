import type { JSX } from 'preact';
import { actor } from '../state/access.ts';
import { askToSignIn } from '../state/credential.ts';
import { isSignedIn, signOut } from '../state/sign-in.ts';
import { SignIn } from './sign-in.tsx';

/** The signed-in user, if the service has a policy. */
export function Who(): JSX.Element | null {
  const who = actor.value;
  if (who === undefined) return null;
  const name = who === null ? undefined : `${who.subject} (${who.role})`;
  const change = async (): Promise<void> => {
    if (isSignedIn.value) signOut();
    else if (!(await askToSignIn())) return;
    // Nothing stays of what somebody else has seen.
    location.reload();
  };
  return (
    <div class="who">
      <SignIn />
      {name !== undefined && <span class="who-name">{name}</span>}{' '}
      <button type="button" class="button small" title={name} onClick={() => void change()}>
        {isSignedIn.value ? 'Sign out' : 'Sign in'}
      </button>
    </div>
  );
}
