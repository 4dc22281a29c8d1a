import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { closeDialog, openDialog } from '../state/open-dialog.ts';
import { Icon } from './icon.tsx';

interface Properties {
  readonly class: string;
  readonly title: string;
  /** True if a click beside it closes it, in browsers that support that. */
  readonly isLight?: boolean;
  readonly children: ComponentChildren;
}

/** A modal dialog, open as long as it is drawn. The focus then returns to where it was. */
export function Modal({ title, isLight = false, children, ...rest }: Properties): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = useRef(openDialog.value);
  const id = useId();
  const closed = (): void => {
    // Browsers say so later, when another one may be open.
    if (openDialog.value === shown.current) closeDialog();
  };
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    // Before it is removed, or the focus would be lost.
    return () => opened?.close();
  }, []);
  return (
    <dialog
      class={`dialog ${rest.class}`}
      ref={dialog}
      closedby={isLight ? 'any' : 'closerequest'}
      aria-labelledby={id}
      onClose={closed}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          class="button icon-button quiet"
          aria-label="Close"
          title="Close (Escape)"
          onClick={closeDialog}
        >
          <Icon name="close" />
        </button>
      </header>
      {children}
    </dialog>
  );
}
