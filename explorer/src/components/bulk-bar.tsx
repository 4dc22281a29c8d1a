import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import { countOf } from '../model/bulk.ts';
import { mayDo } from '../model/permitted.ts';
import { bulkRun, changeSelected } from '../state/bulk.ts';
import { selectPageId } from '../state/focus.ts';
import { list } from '../state/list.ts';
import { clearSelection, select, selectedCount, selection } from '../state/selection.ts';
import { BulkForm } from './bulk-form.tsx';
import { BulkProgress } from './bulk-progress.tsx';
import { Icon } from './icon.tsx';

interface Properties {
  readonly resource: Resource;
}

/** What can be done to the selected rows, and how far that is. */
export function BulkBar({ resource }: Properties): JSX.Element | null {
  const box = useRef<HTMLElement>(null);
  const shown = useRef<string | undefined>(undefined);
  const run = bulkRun.value;
  const content = run?.state ?? (selectedCount.value > 0 ? 'actions' : undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = content;
    // What was pressed is gone with the content that it was part of: the keyboard goes on from here.
    if (before === undefined || document.activeElement !== document.body) return;
    if (content === undefined) document.getElementById(selectPageId)?.focus({ preventScroll: true });
    else box.current?.focus({ preventScroll: true });
  }, [content]);
  if (content === undefined) return null;
  return (
    <section class="bulk" ref={box} tabIndex={-1} aria-label={run === undefined ? 'Selection' : 'Bulk change'}>
      {run === undefined ? <Actions resource={resource} /> : <BulkProgress run={run} />}
    </section>
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
        {mayDo(resource, 'update') && (
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
          Select none
        </button>
      </div>
      {editing.value && <BulkForm resource={resource} />}
    </>
  );
}
