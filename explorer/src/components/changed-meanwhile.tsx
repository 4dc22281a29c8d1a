import type { JSX } from 'preact';
import { changedOpen, keepOwn, sentenceAbout, takeStored, type ChangedOpen } from '../state/changed-open.ts';
import { DifferenceList } from './difference-list.tsx';

/** Tells the user that somebody else has changed the resource in the panel, and shows the difference before they save. */
export function ChangedMeanwhile(): JSX.Element | null {
  const found = changedOpen.value;
  if (found === undefined) return null;
  return (
    <section class="conflict" aria-labelledby="meanwhile-title">
      <h3 id="meanwhile-title">{sentenceAbout(found)}</h3>
      {found.isGone ? <p>The panel shows it as it was.</p> : <Difference found={found} />}
    </section>
  );
}

function Difference({ found }: { readonly found: ChangedOpen }): JSX.Element {
  const { differences, opened, now, isTouched } = found;
  return (
    <>
      {isTouched && <p>Your changes are kept but not saved yet.</p>}
      <DifferenceList differences={differences} opened={opened} now={now} withMine={isTouched} />
      <div class="conflict-buttons">
        {isTouched && (
          <button type="button" class="button" onClick={() => takeStored(found)}>
            Take theirs
          </button>
        )}
        <button type="button" class="button" onClick={() => keepOwn(found)}>
          {isTouched ? 'Keep mine' : 'OK'}
        </button>
      </div>
    </>
  );
}
