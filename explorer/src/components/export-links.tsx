import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import { exportName, exportPath } from '../model/exports.ts';
import { writeOnlyOf } from '../model/fields.ts';
import { question } from '../state/question.ts';
import { saveFile } from '../state/save-file.ts';
import { urlOf } from '../state/send.ts';

/** Links that export everything that matches the filter. */
export function ExportLinks({ resource, count }: { readonly resource: Resource; readonly count: number }): JSX.Element {
  const left = writeOnlyOf(resource).map(({ name }) => name);
  return (
    <>
      <p class="muted">
        {count} {count === 1 ? resource.label.toLowerCase() : resource.plural}, with this filter, order and columns.
      </p>
      {(['csv', 'ndjson'] as const).map((suffix) => (
        <a
          key={suffix}
          class="button"
          href={urlOf(exportPath(resource, question.value, suffix))}
          download={exportName(resource, question.value, suffix)}
          onClick={(event) => void saveFile(event)}
        >
          Export as {suffix.toUpperCase()}
        </a>
      ))}
      {left.length > 0 && (
        <p class="muted">
          This is not a backup: {left.join(' and ')} can be written but not read, so the files omit them.
        </p>
      )}
    </>
  );
}
