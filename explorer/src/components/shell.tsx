import type { JSX } from 'preact';
import { capitalized } from '../model/fields.ts';
import { emptyQuestion } from '../model/question.ts';
import { api } from '../state/api.ts';
import { hideNotice, holdNotice, notice } from '../state/announce.ts';
import { unsaved } from '../state/drafts.ts';
import { question, resource } from '../state/question.ts';
import { slowRequests } from '../state/send.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { ListPage } from './list-page.tsx';
import { LaterDialogs, LaterOutage, LaterPaletteButton, LaterPanel, LaterRequestBar, LaterWho } from './later.tsx';
import { Unreadable } from './unreadable.tsx';

export function Shell(): JSX.Element {
  const shown = resource.value;
  return (
    <div class="shell">
      <Progress />
      <Navigation />
      <main class="main" id="main" tabIndex={-1}>
        <Unsaved />
        {shown === undefined ? <Unreadable /> : <ListPage resource={shown} />}
      </main>
      {question.value.open !== undefined && <LaterPanel />}
      <div class="notice-place">
        <LaterOutage />
        <Notice />
      </div>
      <LaterRequestBar />
      <LaterDialogs />
    </div>
  );
}

function Navigation(): JSX.Element {
  return (
    <nav class="side" aria-label="Resources">
      <div class="side-links">
        {api.value.resources.map(({ type, plural }) => (
          <Link
            key={type}
            class="side-link"
            to={emptyQuestion(type)}
            current={type === question.value.type ? 'page' : undefined}
          >
            {capitalized(plural)}
          </Link>
        ))}
      </div>
      <LaterPaletteButton />
      <LaterWho />
    </nav>
  );
}

/** Appears while a request is slow. */
function Progress(): JSX.Element {
  const waiting = slowRequests.value > 0;
  return (
    <div class="progress" role="status">
      {waiting && (
        <>
          <div class="progress-bar" />
          <span class="hidden">Loading…</span>
        </>
      )}
    </div>
  );
}

/** Links to unsaved changes whose panel has been closed. */
function Unsaved(): JSX.Element | null {
  const { open } = question.value;
  const elsewhere = unsaved.value.filter(({ type, id }) => type !== open?.type || id !== open.id);
  if (elsewhere.length === 0) return null;
  return (
    <div class="unsaved" role="status">
      Unsaved changes:{' '}
      {elsewhere.map((left) => {
        const label = api.value.resources.find(({ type }) => type === left.type)?.label ?? left.type;
        return (
          <Link key={`${left.type}/${left.id ?? ''}`} class="chip" to={{ open: left }}>
            {left.id === undefined ? `New ${label.toLowerCase()}` : `${label} ${left.id}`}
          </Link>
        );
      })}
    </div>
  );
}

/** The latest notice, in its own space so that it covers nothing. */
function Notice(): JSX.Element {
  const shown = notice.value;
  const undo = shown?.undo;
  const hold = ({ currentTarget }: { readonly currentTarget: HTMLElement }): void =>
    holdNotice(currentTarget.matches(':hover, :focus-within'));
  const close = (): void => {
    hideNotice();
    // The button that had the focus is gone.
    (document.getElementById('panel-title') ?? document.getElementById('main'))?.focus({ preventScroll: true });
  };
  return (
    <div role="status" onPointerEnter={hold} onPointerLeave={hold} onFocusIn={hold} onFocusOut={hold}>
      {shown !== undefined && (
        <div class="notice">
          <span>{shown.text}</span>
          {undo !== undefined && (
            <button
              type="button"
              class="button small"
              onClick={() => {
                close();
                undo();
              }}
            >
              Undo
            </button>
          )}
          <button type="button" class="button small icon-button quiet" aria-label="Dismiss" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
      )}
    </div>
  );
}
