import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { asked } from '../state/dialog.ts';

/** The yes-or-no question that is open, if any. */
export function YesOrNoDialog(): JSX.Element | null {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = asked.value;
  useEffect(() => {
    if (shown !== undefined) dialog.current?.showModal();
  }, [shown]);
  if (shown === undefined) return null;
  const { title, text, yes, no, answer } = shown;
  const close = (agreed: boolean): void => {
    // Close first, because elements outside an open dialog cannot take the focus.
    dialog.current?.close();
    answer(agreed);
  };
  return (
    <dialog
      class="dialog"
      ref={dialog}
      aria-labelledby="dialog-title"
      aria-describedby="dialog-text"
      onCancel={() => close(false)}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <h2 id="dialog-title">{title}</h2>
      <p id="dialog-text">{text}</p>
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={() => close(false)}>
          {no}
        </button>
        <button type="button" class="button danger" onClick={() => close(true)}>
          {yes}
        </button>
      </div>
    </dialog>
  );
}
