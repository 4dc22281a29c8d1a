import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import type { ApiError } from '../model/documents.ts';
import type { Attempt, Draft } from '../model/draft.ts';
import { createAnother, openCreated } from '../state/create.ts';
import { isRefusedWith } from '../state/send-write.ts';
import type { Failure } from '../state/send.ts';
import { FailureMessage } from './failure-message.tsx';

export interface FailedAttempt {
  readonly of: Failure;
  readonly what: string;
  readonly retry: () => void;
}

interface Properties {
  readonly resource: Resource;
  readonly draft: Draft;
  readonly failed: FailedAttempt;
  /** The errors that belong to no field. */
  readonly errors: readonly ApiError[];
  readonly run: (what: string, action: () => Promise<Failure | undefined>) => Promise<void>;
}

/** The reason why a form was not saved, or a warning that its outcome is unknown. */
export function FormFailure({ resource, draft: { attempt }, failed, errors, run }: Properties): JSX.Element {
  const label = resource.label.toLowerCase();
  if (attempt !== undefined && isRefusedWith(failed.of, 'idempotency-key-reused')) {
    return <AlreadyCreated resource={resource} attempt={attempt} run={run} />;
  }
  const what =
    attempt !== undefined && attempt.unanswered.length > 0
      ? `It is not known whether the ${label} was created. Trying again never creates it twice`
      : failed.what;
  return <FailureMessage failure={failed.of} what={what} errors={errors} retry={failed.retry} />;
}

/** Shown if an attempt was carried out, its response was lost, and the form has been changed since. */
function AlreadyCreated({
  resource,
  attempt,
  run,
}: Pick<Properties, 'resource' | 'run'> & { readonly attempt: Attempt }): JSX.Element {
  const label = resource.label.toLowerCase();
  return (
    <div class="failure" role="alert">
      <p class="failure-what">An earlier attempt has already created this {label}, but its response was lost</p>
      <p>It has the values that you had entered by then.</p>
      <p class="retry">
        <button
          type="button"
          class="button"
          onClick={() => void run(`The ${label} was not opened`, () => openCreated(resource, attempt))}
        >
          Open it with my changes
        </button>
        <button
          type="button"
          class="button"
          onClick={() => void run(`The ${label} was not created`, () => createAnother(resource))}
        >
          Create another {label}
        </button>
      </p>
    </div>
  );
}
