import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import { keyOf, type Identifier, type Row } from '../model/documents.ts';
import { resourceOf } from '../model/fields.ts';
import { actionIn } from '../model/keys.ts';
import type { Open } from '../model/question.ts';
import { api } from '../state/api.ts';
import { conflict } from '../state/conflict.ts';
import { asked } from '../state/dialog.ts';
import { detail } from '../state/detail.ts';
import { moveFocus } from '../state/focus.ts';
import { list } from '../state/list.ts';
import { acknowledge } from '../state/meanwhile.ts';
import { go, question } from '../state/question.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { labelIn } from './chip.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import { NotLoaded } from './failure-message.tsx';
import { Form } from './form.tsx';
import { Icon } from './icon.tsx';
import { Relationships } from './relationships.tsx';

/** Shows one resource next to the list, with all its fields and relationships, for viewing and editing. */
export function Panel(): JSX.Element | null {
  const { open } = question.value;
  const resource = open === undefined ? undefined : resourceOf(api.value, open.type);
  if (open === undefined || resource === undefined) return null;
  return <Opened key={`${open.type}/${open.id ?? 'new'}`} open={open} resource={resource} />;
}

interface Properties {
  readonly open: Open;
  readonly resource: Resource;
}

function Opened({ open, resource }: Properties): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  const { id } = open;
  const title = id === undefined ? `New ${resource.label.toLowerCase()}` : `${resource.label} ${id}`;
  const row = id === undefined ? undefined : knownRow({ type: resource.type, id });
  const name = row === undefined ? undefined : labelIn(row);
  useEffect(() => moveFocus(heading.current, id === undefined ? undefined : { type: resource.type, id }), []);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (actionIn('opened', event) === 'close' && asked.value === undefined) close();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      conflict.value = undefined;
      acknowledge();
    };
  }, []);
  return (
    <aside class="panel" tabIndex={-1} aria-labelledby="panel-title">
      <header class="panel-head">
        <h2 id="panel-title" ref={heading} tabIndex={-1}>
          {name !== undefined && <span>{name}</span>}{' '}
          <span class={name === undefined ? undefined : 'panel-kind'}>{title}</span>
        </h2>
        <button
          type="button"
          class="button icon-button quiet"
          aria-label="Close panel"
          title="Close (Escape)"
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      <Content open={open} resource={resource} />
    </aside>
  );
}

/** The resource as loaded by the panel; until then, as shown in the list. */
function knownRow(to: Identifier): Row | undefined {
  const loaded = [...(detail.value.rows?.rows ?? []), ...(list.value.rows?.rows ?? [])];
  return loaded.find((row) => keyOf(row) === keyOf(to));
}

function close(): void {
  void go({ open: undefined });
}

function Content({ open, resource }: Properties): JSX.Element {
  if (open.id === undefined) {
    return <Form resource={resource} open={open} row={undefined} />;
  }
  const { rows, failure, loading } = detail.value;
  const row = rows?.rows[0];
  const found = conflict.value;
  return (
    <>
      {failure !== undefined && (
        <NotLoaded failure={failure} what={`${resource.label} ${open.id} could not be loaded`} />
      )}
      {row === undefined && loading && <p class="muted">Loading…</p>}
      <ChangedMeanwhile />
      {found !== undefined && <ConflictQuestion key={found.now.tag} conflict={found} />}
      {row !== undefined && rows !== undefined && (
        <>
          <Form resource={resource} open={open} row={row} />
          <Relationships resource={resource} row={row} included={rows.included} />
        </>
      )}
    </>
  );
}
