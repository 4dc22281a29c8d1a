import type { JSX } from 'preact';
import { countOf } from '../model/bulk.ts';
import { rejectedName, rejectedText } from '../model/import-report.ts';
import { closeImport, continueImport, statusOf, stopImport, type ImportRun } from '../state/import-run.ts';
import { closeDialog } from '../state/open-dialog.ts';
import { saveText } from '../state/save-file.ts';
import { FailureMessage } from './failure-message.tsx';
import { ImportProblems } from './import-problems.tsx';

interface Properties {
  readonly run: ImportRun;
}

/** The progress of an import, and its result. */
export function ImportProgress({ run }: Properties): JSX.Element {
  const { resource, file, total, left, state, failure } = run;
  const isRunning = state === 'running';
  // They can be imported later.
  const problems = [state === 'held' ? 'not confirmed' : 'not sent'];
  const unsent = isRunning ? [] : left.map(({ record }) => ({ record, problems }));
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
      {rejected.length > 0 && !isRunning && (
        <>
          <ImportProblems rows={rejected} />
          <p class="retry">
            <button
              type="button"
              class="button"
              onClick={() => saveText(rejectedText(file.sheet, rejected), rejectedName(file.name, file.sheet))}
            >
              Download the rejected rows
            </button>
            <span class="muted">Correct the file and import it again.</span>
          </p>
        </>
      )}
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
              closeDialog();
            }}
          >
            Done
          </button>
        )}
      </div>
    </>
  );
}
