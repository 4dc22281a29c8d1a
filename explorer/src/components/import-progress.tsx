import type { JSX } from 'preact';
import { countOf } from '../model/bulk.ts';
import { rejectedName, rejectedText, type RejectedRow } from '../model/import-report.ts';
import { closeImport, continueImport, statusOf, stopImport, type ImportRun } from '../state/import-run.ts';
import { saveText } from '../state/save-file.ts';
import { FailureMessage } from './failure-message.tsx';

const shownRejected = 100;

interface Properties {
  readonly run: ImportRun;
  readonly close: () => void;
}

/** The progress of an import, and its result. */
export function ImportProgress({ run, close }: Properties): JSX.Element {
  const { resource, file, total, left, state, failure } = run;
  const isRunning = state === 'running';
  // They can be imported later.
  const reasons = [state === 'held' ? 'not confirmed' : 'not sent'];
  const unsent = isRunning ? [] : left.map(({ record }) => ({ record, reasons }));
  const rejected = [...run.rejected, ...unsent];
  return (
    <>
      <p>
        <strong>{file.name}</strong>: {countOf(resource, total)} to create
      </p>
      <progress aria-label={`Import of ${file.name}`} value={total - left.length} max={Math.max(1, total)} />
      <p role="status">
        <strong>{isRunning ? `Importing: ${statusOf(run)}` : statusOf(run)}</strong>
      </p>
      {failure !== undefined && (
        <FailureMessage failure={failure} what="The import has stopped" retry={() => void continueImport()} />
      )}
      {rejected.length > 0 && !isRunning && <Rejected rejected={rejected} run={run} />}
      <div class="dialog-buttons">
        {isRunning && (
          <button type="button" class="button" onClick={stopImport}>
            Stop
          </button>
        )}
        {state === 'ended' && left.length > 0 && (
          <button type="button" class="button" onClick={() => void continueImport()}>
            Continue
          </button>
        )}
        {!isRunning && (
          <button type="button" class="button" onClick={closeImport}>
            Import another file
          </button>
        )}
        {!isRunning && (
          <button
            type="button"
            class="button primary"
            onClick={() => {
              closeImport();
              close();
            }}
          >
            Done
          </button>
        )}
      </div>
    </>
  );
}

interface RejectedProperties {
  readonly rejected: readonly RejectedRow[];
  readonly run: ImportRun;
}

function Rejected({ rejected, run: { file } }: RejectedProperties): JSX.Element {
  const { name, sheet } = file;
  return (
    <section aria-labelledby="import-rejected-title">
      <h3 id="import-rejected-title">Rejected rows</h3>
      <ul class="import-problems" tabIndex={0} aria-labelledby="import-rejected-title">
        {rejected.slice(0, shownRejected).map(({ record, reasons }) => (
          <li key={record.place}>
            {record.place}: {reasons.join('; ')}
          </li>
        ))}
        {rejected.length > shownRejected && <li>and {(rejected.length - shownRejected).toLocaleString('en')} more</li>}
      </ul>
      <p class="retry">
        <button
          type="button"
          class="button"
          onClick={() => saveText(rejectedText(sheet, rejected), rejectedName(name, sheet))}
        >
          Download the rejected rows
        </button>
        <span class="muted">Correct the file and import it again.</span>
      </p>
    </section>
  );
}
