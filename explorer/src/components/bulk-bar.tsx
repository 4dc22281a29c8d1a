import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import { countOf } from '../model/bulk.ts';
import { changeSelected, run } from '../state/bulk.ts';
import { list } from '../state/list.ts';
import { clearSelection, select, selectedCount, selection } from '../state/selection.ts';
import { BulkForm } from './bulk-form.tsx';
import { BulkRun } from './bulk-run.tsx';
import { Icon } from './icon.tsx';

interface Properties {
  readonly resource: Resource;
}

/** What can be done to the selected rows, and how far that is. */
export function BulkBar({ resource }: Properties): JSX.Element | null {
  if (run.value !== undefined) return <BulkRun run={run.value} />;
  return selectedCount.value > 0 ? <Actions resource={resource} /> : null;
}

function Actions({ resource }: Properties): JSX.Element {
  const editing = useSignal(false);
  const count = selectedCount.value;
  const matching = list.value.rows?.count ?? 0;
  return (
    <section class="bulk" aria-label="Selection">
      <div class="bulk-line">
        <strong role="status">{countOf(resource, count)} selected</strong>
        {!selection.value.all && count < matching && (
          <button type="button" class="button small" onClick={() => select(new Set(), true)}>
            Select all {matching.toLocaleString('en')} that match
          </button>
        )}
        <button
          type="button"
          class="button small"
          aria-expanded={editing.value}
          onClick={() => (editing.value = !editing.value)}
        >
          Change…
        </button>
        <button
          type="button"
          class="button small danger"
          onClick={() => void changeSelected(resource, { kind: 'remove' })}
        >
          Delete…
        </button>
        <button type="button" class="button small quiet" onClick={clearSelection}>
          <Icon name="close" />
          Select none
        </button>
      </div>
      {editing.value && <BulkForm resource={resource} />}
    </section>
  );
}
