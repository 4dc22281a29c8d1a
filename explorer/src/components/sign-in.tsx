import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { signIn } from '../state/sign-in.ts';
import { signInAsked } from '../state/credential.ts';
import type { Failure } from '../state/send.ts';
import { isRefusedWith } from '../state/send-write.ts';
import { FailureMessage } from './failure-message.tsx';

/** `b64token` per RFC 6750, section 2.1. The header allows nothing else. */
const TOKEN = /^[\w\-.~+/]+=*$/u;

/** Asks for a token or key. The page under the dialog stays as it is. */
export function SignIn(): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const failure = useSignal<Failure | 'no token' | undefined>(undefined);
  const answer = signInAsked.value;
  useEffect(() => {
    failure.value = undefined;
    if (answer !== undefined) dialog.current?.showModal();
  }, [answer]);
  if (answer === undefined) return null;
  const close = (done: boolean): void => {
    // Close first, because elements outside an open dialog cannot take the focus.
    dialog.current?.close();
    answer(done);
  };
  const submit = async (): Promise<void> => {
    const credential = input.current?.value.trim() ?? '';
    if (credential === '') return;
    if (!TOKEN.test(credential)) {
      failure.value = 'no token';
      return;
    }
    const result = await signIn(credential);
    if (result.kind === 'done') close(true);
    else if (result.kind !== 'overtaken') failure.value = result;
  };
  return (
    <dialog
      class="dialog"
      ref={dialog}
      aria-labelledby="sign-in-title"
      onCancel={() => close(false)}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id="sign-in-title">Sign in</h2>
        {failure.value !== undefined && <NotSignedIn failure={failure.value} />}
        <div class="field">
          <label for="credential">Token or API key</label>
          <input id="credential" class="field-input" type="password" autocomplete="off" ref={input} />
          <p class="hint">Kept until you sign out or close this tab.</p>
        </div>
        <div class="dialog-buttons">
          <button type="button" class="button" onClick={() => close(false)}>
            Cancel
          </button>
          <button type="submit" class="button primary">
            Sign in
          </button>
        </div>
      </form>
    </dialog>
  );
}

function NotSignedIn({ failure }: { readonly failure: Failure | 'no token' }): JSX.Element {
  const invalid = 'This is not a valid API key or token.';
  if (failure === 'no token') {
    return (
      <div class="failure" role="alert">
        <p class="failure-what">{invalid}</p>
      </div>
    );
  }
  const what = isRefusedWith(failure, 'invalid-token') ? invalid : 'You are not signed in';
  return <FailureMessage failure={failure} what={what} />;
}
