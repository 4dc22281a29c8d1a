import type { JSX } from 'preact';
import { countOf, undoWords, wordsOf } from '../model/bulk.ts';
import { closeRun, goOn, stop, undo, type Run } from '../state/bulk.ts';
import { Failure } from './failure.tsx';
import { Link } from './link.tsx';

const shownRefused = 100;

/** How far a change of many is, and what the service refused. */
export function BulkRun({ run }: { readonly run: Run }): JSX.Element {
  const { resource, state, total, done, refused, left, failure } = run;
  const [doing, did] = run.undoes ? undoWords : wordsOf(run.change);
  const what = `${doing} ${countOf(resource, total)}`;
  const running = state === 'reading' || state === 'running';
  const canUndo = !run.undoes && !running && done.some(({ back }) => back !== undefined);
  return (
    <section class="bulk" aria-label="Change of many">
      <div class="bulk-line">
        {running && <progress aria-label={what} value={total - left.length} max={Math.max(1, total)} />}
        <strong role="status">
          {state === 'reading' && `Reading: ${countOf(resource, total)}`}
          {state === 'running' && `${what}: ${(total - left.length).toLocaleString('en')} so far`}
          {!running && `${countOf(resource, done.length)} ${did}`}
          {!running && refused.length > 0 && `, ${refused.length.toLocaleString('en')} refused`}
          {!running && left.length > 0 && `, ${left.length.toLocaleString('en')} left as they were`}
        </strong>
        {running && (
          <button type="button" class="button small" onClick={stop}>
            Stop
          </button>
        )}
        {canUndo && (
          <button type="button" class="button small" onClick={() => void undo()}>
            Undo
          </button>
        )}
        {!running && (
          <button type="button" class="button small quiet" onClick={closeRun}>
            Close
          </button>
        )}
      </div>
      {failure !== undefined && <Failure failure={failure} what={`${what} has stopped`} retry={() => void goOn()} />}
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
            {refused.length > shownRefused && <li>and {refused.length - shownRefused} more, which stay selected</li>}
          </ul>
        </details>
      )}
    </section>
  );
}
