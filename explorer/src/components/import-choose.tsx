import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import { importableOf } from '../model/import-columns.ts';
import { chooseFile, fileProblem, isReadingFile } from '../state/import-file.ts';
import { Icon } from './icon.tsx';

/** Accepts a chosen or dropped file. Nothing is sent yet. */
export function ImportChoose({ resource }: { readonly resource: Resource }): JSX.Element {
  const isOver = useSignal(false);
  const take = (file: File | undefined): void => {
    if (file !== undefined && !isReadingFile.value) void chooseFile(file, resource);
  };
  const names = importableOf(resource).map(({ name, required }) => (required ? `${name} (required)` : name));
  return (
    <>
      <div
        class={isOver.value ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => (isOver.value = false)}
        onDrop={(event) => {
          event.preventDefault();
          isOver.value = false;
          take(event.dataTransfer?.files[0]);
        }}
      >
        <p>Drop a CSV, NDJSON or JSON file here, or</p>
        <label class="button primary">
          <Icon name="upload" />
          Choose a file
          <input
            type="file"
            class="hidden"
            accept=".csv,.tsv,.txt,.ndjson,.jsonl,.json"
            onChange={({ currentTarget }) => {
              take(currentTarget.files?.[0]);
              // Otherwise the browser ignores the same file when it is chosen again after a correction.
              currentTarget.value = '';
            }}
          />
        </label>
        <p class="muted" role="status">
          {isReadingFile.value ? 'Reading…' : 'You can check the rows before anything is sent.'}
        </p>
      </div>
      {fileProblem.value !== undefined && (
        <p class="failure" role="alert">
          {fileProblem.value}
        </p>
      )}
      <p class="muted">
        Columns: {names.join(', ')}. Each row becomes a new {resource.label.toLowerCase()}.
      </p>
    </>
  );
}
