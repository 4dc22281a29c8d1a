import type { JSX } from 'preact';
import { waiting, wordsOf } from '../state/heard.ts';
import { showChange } from '../state/loaded.ts';
import { remark } from '../state/remarks.ts';

/** A button that reloads the list if others have changed it. Until then its rows stay where they are. */
export function WaitingChanges(): JSX.Element {
  const count = waiting.value;
  return (
    <>
      {count !== 0 && (
        <button type="button" class="button small waiting" onClick={() => showChange()}>
          {wordsOf(count)}
        </button>
      )}
      <p class="hidden" role="status" aria-label="Changes by others">
        {remark.value}
      </p>
    </>
  );
}
