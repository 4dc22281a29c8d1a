import type { JSX } from 'preact';
import type { Request } from '../../model/curl.ts';
import { prettyJson } from '../../model/json.ts';
import { askToSignIn } from '../../state/credential.ts';
import { stopTrying, triedResponse, tryRequest } from '../../state/tried.ts';
import { Fold } from './fold.tsx';

/** The response to the last request, as far as it has arrived. */
export function ResponseView({ request }: { readonly request: Request }): JSX.Element | null {
  const response = triedResponse.value;
  if (response === undefined) return null;
  const { status, headers, text, milliseconds, isRunning, isCut, failure } = response;
  const signIn = async (): Promise<void> => {
    if (await askToSignIn()) await tryRequest(request);
  };
  return (
    <section aria-label="Response">
      <div class="bar">
        <span role="status">
          {status !== undefined && <strong class={status < 400 ? 'good' : 'bad'}>{status}</strong>}{' '}
          {isRunning ? 'Running…' : `${milliseconds} ms`}
        </span>
        {isRunning && (
          <button type="button" class="button small" onClick={stopTrying}>
            Stop
          </button>
        )}
        {status === 401 && (
          <button type="button" class="button small" onClick={() => void signIn()}>
            Sign in
          </button>
        )}
      </div>
      {failure !== undefined && (
        <p class="failure" role="alert">
          The request failed: {failure}
        </p>
      )}
      {headers.length > 0 && (
        <Fold
          summary={`${headers.length} headers`}
          content={() => <pre tabIndex={0}>{headers.map((header) => header.join(': ')).join('\n')}</pre>}
        />
      )}
      {text !== '' && (
        <pre tabIndex={0} aria-label="Response body">
          {isRunning || isCut ? text : prettyJson(text)}
        </pre>
      )}
      {isCut && <p class="muted">Only the beginning of the body is shown.</p>}
    </section>
  );
}
