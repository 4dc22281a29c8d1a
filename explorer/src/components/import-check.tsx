import type { JSX } from 'preact';
import { countOf } from '../model/bulk.ts';
import { missingIn } from '../model/import-columns.ts';
import { fileProblem, forgetFile, preparedRows, readyRows, type ChosenFile } from '../state/import-file.ts';
import { startImport } from '../state/import-run.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportSettings } from './import-settings.tsx';

/** The columns of a file, its first rows as they would be written, and the problems of all rows. */
export function ImportCheck({ chosen }: { readonly chosen: ChosenFile }): JSX.Element {
  const { file, plan } = chosen;
  const { resource } = plan;
  const missing = missingIn(resource, plan.mapping);
  const bad = preparedRows.value.filter(({ problems }) => problems.length > 0);
  const ready = readyRows.value.length;
  const rows = file.sheet.records.length;
  return (
    <>
      <p>
        <strong>{file.name}</strong>: {rows.toLocaleString('en')} {rows === 1 ? 'row' : 'rows'}
      </p>
      {fileProblem.value !== undefined && (
        <p class="failure" role="alert">
          {fileProblem.value}
        </p>
      )}
      <ImportSettings chosen={chosen} />
      <ImportPreview chosen={chosen} />
      <div role="status">
        {missing.length > 0 && <p class="failure">No column sets {missing.join(' and ')}, which must be set.</p>}
        {missing.length === 0 && bad.length === 0 && <p class="muted">No problems found.</p>}
        {bad.length > 0 && (
          <p>
            {bad.length.toLocaleString('en')} {bad.length === 1 ? 'row has a problem' : 'rows have problems'} and will
            not be sent.
          </p>
        )}
      </div>
      {bad.length > 0 && <ImportProblems rows={bad} />}
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={forgetFile}>
          Choose another file
        </button>
        <button
          type="button"
          class="button primary"
          aria-disabled={ready === 0}
          onClick={() => {
            if (ready > 0) void startImport();
          }}
        >
          Import {countOf(resource, ready)}
        </button>
      </div>
    </>
  );
}
