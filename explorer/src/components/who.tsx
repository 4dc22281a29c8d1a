import type { JSX } from 'preact';
import { actor } from '../state/access.ts';
import { changeUser, isSignedIn } from '../state/sign-in.ts';
import { SignIn } from './sign-in.tsx';

/** The signed-in user, if the service has a policy. */
export function Who(): JSX.Element | null {
  const who = actor.value;
  if (who === undefined) return null;
  const name = who === null ? undefined : `${who.subject} (${who.role})`;
  return (
    <div class="who">
      <SignIn />
      {name !== undefined && <span class="who-name">{name}</span>}{' '}
      <button type="button" class="button small" title={name} onClick={() => void changeUser()}>
        {isSignedIn.value ? 'Sign out' : 'Sign in'}
      </button>
    </div>
  );
}
