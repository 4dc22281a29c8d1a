import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface Properties {
  readonly class: string;
  /** The id of its heading. */
  readonly labelledBy: string;
  /** True if a click beside it closes it, in browsers that support that. */
  readonly isLight?: boolean;
  /** Called when it was closed, with Escape for example. Has to remove it. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog, open as long as it is drawn. The focus then returns to where it was. */
export function Modal({ labelledBy, isLight = false, onClose, children, ...rest }: Properties): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
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
      aria-labelledby={labelledBy}
      onClose={onClose}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </dialog>
  );
}
