import type { JSX } from 'preact';
import { doingOf, resultOf } from '../model/bulk-result.ts';
import { countOf } from '../model/bulk.ts';
import { canUndo, isUnderWay, type BulkRun } from '../state/bulk-run.ts';
import { closeRun, goOn, stop, undo } from '../state/bulk.ts';
import { FailureMessage } from './failure-message.tsx';
import { Link } from './link.tsx';

const shownRefused = 100;

/** The progress of a bulk change, and the resources that the service refused to change. */
export function BulkProgress({ run }: { readonly run: BulkRun }): JSX.Element {
  const { resource, state, total, refused, left, failure } = run;
  const what = doingOf(run);
  const running = isUnderWay(run);
  return (
    <>
      <div class="bulk-line">
        {running && <progress aria-label={what} value={total - left.length} max={Math.max(1, total)} />}
        <strong role="status">{statusOf(run, what)}</strong>
        {running && (
          <button type="button" class="button small" onClick={stop}>
            Stop
          </button>
        )}
        {canUndo(run) && !run.isKept && <span class="muted">Undo will be lost if you reload this page.</span>}
        {canUndo(run) && (
          <button type="button" class="button small" onClick={() => void undo(run)}>
            Undo
          </button>
        )}
        {!running && (
          <button type="button" class="button small quiet" onClick={closeRun}>
            Close
          </button>
        )}
      </div>
      {failure !== undefined && (
        <FailureMessage
          failure={failure}
          what={state === 'unread' ? 'The selection could not be read' : `${what} has stopped`}
          retry={() => void goOn()}
        />
      )}
      {refused.length > 0 && (
        <details open={!running}>
          <summary>Refused: {countOf(resource, refused.length)}</summary>
          <ul class="bulk-refused">
            {refused.slice(0, shownRefused).map(({ id, reason }) => (
              <li key={id}>
                <Link to={{ open: { type: resource.type, id } }}>
                  {resource.label} {id}
                </Link>
                : {reason}
              </li>
            ))}
            {refused.length > shownRefused && <li>and {refused.length - shownRefused} more</li>}
          </ul>
        </details>
      )}
    </>
  );
}

function statusOf(run: BulkRun, what: string): string {
  const { resource, state, total, left } = run;
  switch (state) {
    case 'reading':
      return `Reading: ${countOf(resource, total)}`;
    case 'unread':
      return 'Nothing was changed';
    case 'running':
      return `${what}: ${(total - left.length).toLocaleString('en')} so far`;
    case 'held':
    case 'ended':
      return resultOf(run, state === 'held');
  }
}
