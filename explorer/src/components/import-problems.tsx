import type { JSX } from 'preact';
import type { RejectedRow } from '../model/import-report.ts';

const shownRows = 100;

/** The first rows that are not imported, with the reasons. */
export function ImportProblems({ rows }: { readonly rows: readonly RejectedRow[] }): JSX.Element {
  return (
    <ul class="import-problems" tabIndex={0} aria-label="Problems">
      {rows.slice(0, shownRows).map(({ record, problems }) => (
        <li key={record.place}>
          {record.place}: {problems.join('; ')}
        </li>
      ))}
      {rows.length > shownRows && <li>and {(rows.length - shownRows).toLocaleString('en')} more</li>}
    </ul>
  );
}
