import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ApiError } from '../model/documents.ts';
import { isTemporary, type Failure } from '../state/send.ts';

interface Properties {
  readonly failure: Failure;
  /** The attempt that failed: "The list could not be loaded". */
  readonly what: string;
  readonly retry?: (() => void) | undefined;
  /** Retries automatically; only for reads. */
  readonly automatic?: boolean;
  /** The errors to show. Default: all errors of the failure. */
  readonly errors?: readonly ApiError[];
}

/** Shows what went wrong, and offers to try again if that can help. */
export function FailureMessage({ failure, what, retry, automatic = false, errors }: Properties): JSX.Element {
  const shown = failure.kind === 'refused' ? (errors ?? failure.errors) : [];
  const retryAfter = failure.kind === 'refused' ? failure.retryAfter : 0;
  return (
    <div class="failure" role="alert">
      <p class="failure-what">
        {what}
        {failure.kind === 'unreachable' && ': the service could not be reached. Nothing you typed is lost.'}
      </p>
      {shown.length > 0 && (
        <ul>
          {shown.map((error) => (
            <li>{error.detail === '' ? error.title : error.detail}</li>
          ))}
        </ul>
      )}
      {retry !== undefined && isTemporary(failure) && (
        <Retry after={retryAfter} retry={retry} failure={failure} automatic={automatic} />
      )}
    </div>
  );
}

/** Stands in for content that failed to load. Temporary failures are explained once for the whole page, in `Outage`. */
export function NotLoaded({ failure, what }: Pick<Properties, 'failure' | 'what'>): JSX.Element {
  return isTemporary(failure) ? <p class="muted">{what}.</p> : <FailureMessage failure={failure} what={what} />;
}

interface RetryProperties {
  readonly after: number;
  readonly retry: () => void;
  /** Each failure restarts the wait. */
  readonly failure: Failure;
  readonly automatic: boolean;
}

const leastSeconds = 5;

/** Waits as long as the service asked for. The user can try again sooner. */
function Retry({ after, retry, failure, automatic }: RetryProperties): JSX.Element {
  const wait = automatic ? Math.max(after, leastSeconds) : after;
  const left = useSignal(wait);
  useEffect(() => {
    left.value = wait;
    const timer = setInterval(() => {
      if (left.value > 0) left.value -= 1;
      if (left.value > 0) return;
      clearInterval(timer);
      if (automatic) retry();
    }, 1000);
    return () => clearInterval(timer);
  }, [failure]);
  return (
    <p class="retry">
      <button type="button" class="button" onClick={retry}>
        Try again
      </button>
      {left.value > 0 && (
        <span class="muted" aria-live="off">
          {automatic ? `Trying again in ${left.value} s.` : `The service asks you to wait ${left.value} s.`}
        </span>
      )}
    </p>
  );
}
