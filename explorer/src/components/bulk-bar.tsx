import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import { countOf } from '../model/bulk.ts';
import { bulkFieldsOf, mayChangeMany } from '../model/fields.ts';
import { mayDo } from '../model/permitted.ts';
import { bulkRun, isUnderWay } from '../state/bulk-run.ts';
import { changeSelected } from '../state/bulk.ts';
import { selectPageId } from '../state/focus.ts';
import { list } from '../state/list.ts';
import { clearSelection, select, selectedCount, selection } from '../state/selection.ts';
import { BulkForm } from './bulk-form.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { Icon } from './icon.tsx';

interface Properties {
  readonly resource: Resource;
}

/** The progress of the last bulk change, and below it the actions for the selected rows. */
export function BulkBar({ resource }: Properties): JSX.Element | null {
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef('');
  const run = bulkRun.value;
  const hasActions = selectedCount.value > 0 && !isUnderWay(run) && mayChangeMany(resource);
  const content = [run?.state ?? [], hasActions ? 'actions' : []].flat().join(' ');
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = content;
    // The pressed button went away with the old content, so the focus moves to the new content.
    if (before === '' || document.activeElement !== document.body) return;
    if (content === '') document.getElementById(selectPageId)?.focus({ preventScroll: true });
    else box.current?.focus({ preventScroll: true });
  }, [content]);
  if (content === '') return null;
  return (
    <div class="bulk" ref={box} tabIndex={-1}>
      {run !== undefined && (
        <section aria-label="Bulk change">
          <BulkProgress run={run} />
        </section>
      )}
      {hasActions && (
        <section aria-label="Selection">
          <Actions resource={resource} />
        </section>
      )}
    </div>
  );
}

function Actions({ resource }: Properties): JSX.Element {
  const editing = useSignal(false);
  const count = selectedCount.value;
  const matching = list.value.rows?.count ?? 0;
  return (
    <>
      <div class="bulk-line">
        <strong role="status">{countOf(resource, count)} selected</strong>
        {!selection.value.all && count < matching && (
          <button type="button" class="button small" onClick={() => select(new Set(), true)}>
            Select all {matching.toLocaleString('en')} that match
          </button>
        )}
        {bulkFieldsOf(resource).length > 0 && (
          <button
            type="button"
            class="button small"
            aria-expanded={editing.value}
            onClick={() => (editing.value = !editing.value)}
          >
            Change…
          </button>
        )}
        {mayDo(resource, 'delete') && (
          <button
            type="button"
            class="button small danger"
            onClick={() => void changeSelected(resource, { kind: 'remove' })}
          >
            Delete…
          </button>
        )}
        <button type="button" class="button small quiet" onClick={clearSelection}>
          <Icon name="close" />
          Clear selection
        </button>
      </div>
      {editing.value && <BulkForm resource={resource} />}
    </>
  );
}
