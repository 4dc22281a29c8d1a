import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { differencesOf, isVisible, type Mine } from '../model/differences.ts';
import { relationshipsOf, writeOnlyOf } from '../model/fields.ts';
import type { Conflict } from '../state/conflict.ts';
import { draftOf } from '../state/drafts.ts';
import { question } from '../state/question.ts';
import { keepEditing, overwrite, takeTheirs } from '../state/resolve.ts';
import type { Failure } from '../state/send.ts';
import { DifferenceList } from './difference-list.tsx';
import { FailureMessage } from './failure-message.tsx';

interface Properties {
  readonly conflict: Conflict;
}

/** Shows a change by somebody else, and asks how to proceed. */
export function ConflictQuestion({ conflict }: Properties): JSX.Element {
  const failure = useSignal<Failure | undefined>(undefined);
  const busy = useSignal(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { resource, id, opened, now, wish } = conflict;
  const label = resource.label.toLowerCase();
  const differences = differencesOf(resource, opened?.row ?? now.row, now.row, mineOf(conflict));
  const words = wordsOf(conflict);
  const insist = async (): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    failure.value = await overwrite(conflict);
    busy.value = false;
  };
  useEffect(() => {
    heading.current?.focus();
    return () => {
      // If the panel closes as well, it moves the focus itself.
      if (question.peek().open?.id === id) document.getElementById('panel-title')?.focus();
    };
  }, []);
  return (
    <section
      class="conflict"
      aria-labelledby="conflict-title"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        keepEditing();
      }}
    >
      <h3 id="conflict-title" ref={heading} tabIndex={-1}>
        Somebody else has changed {label} {id}
      </h3>
      <p>{words.state}.</p>
      <DifferenceList differences={differences} opened={opened ?? now} now={now} withMine={wish.kind !== 'delete'} />
      {!differences.some(isVisible) && <Invisible conflict={conflict} />}
      {failure.value !== undefined && (
        <FailureMessage failure={failure.value} what={words.state} retry={() => void insist()} />
      )}
      <div class="conflict-buttons">
        <button type="button" class="button" onClick={() => takeTheirs(conflict)}>
          {words.theirs}
        </button>
        <button type="button" class="button danger" aria-disabled={busy.value} onClick={() => void insist()}>
          {words.mine}
        </button>
        {wish.kind === 'save' && (
          <button type="button" class="button" onClick={keepEditing}>
            Keep editing
          </button>
        )}
      </div>
    </section>
  );
}

function Invisible({ conflict: { resource, opened, now } }: Properties): JSX.Element {
  const names = writeOnlyOf(resource).map(({ name }) => name);
  const hidden = names.length === 0 ? '' : `: ${names.join(', ')}`;
  const parts = relationshipsOf(resource).filter(({ name }) => {
    return [opened, now].some((version) => version?.row.rest[name] !== undefined);
  });
  if (parts.length === 0) {
    return <p>No visible value has changed. The change affects a value that the API never shows{hidden}.</p>;
  }
  return (
    <p>
      Nothing shown here has changed. The change affects a link in {parts.map(({ name }) => name).join(', ')} beyond
      those shown, or a value that the API never shows{hidden}.
    </p>
  );
}

function mineOf({ resource, id, wish }: Conflict): Mine {
  switch (wish.kind) {
    case 'save':
      return { values: draftOf({ type: resource.type, id }).values, link: undefined };
    case 'delete':
      return { values: {}, link: undefined };
    case 'linkage':
      return { values: {}, link: wish.change };
  }
}

interface Words {
  readonly state: string;
  readonly theirs: string;
  readonly mine: string;
}

function wordsOf({ resource, wish }: Conflict): Words {
  const label = resource.label.toLowerCase();
  switch (wish.kind) {
    case 'save':
      return { state: 'Your changes are not saved yet', theirs: 'Take theirs', mine: 'Keep mine (overwrite)' };
    case 'delete':
      return { state: `The ${label} is not deleted yet`, theirs: `Keep the ${label}`, mine: 'Delete it anyway' };
    case 'linkage': {
      const { kind, relationship, to } = wish.change;
      const verb = kind === 'link' ? 'Link' : 'Unlink';
      return {
        state: `${relationship.name} is not changed yet`,
        theirs: 'Take theirs',
        mine: `${verb} ${to.label} anyway`,
      };
    }
  }
}
