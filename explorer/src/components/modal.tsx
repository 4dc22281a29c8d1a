import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';

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

interface HeadProperties {
  /** The id of the heading, for `labelledBy`. */
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

/** The heading of a long dialog, with the button that closes it: at its top, because an opened dialog scrolls to its first button. */
export function ModalHead({ id, title, onClose }: HeadProperties): JSX.Element {
  return (
    <header class="modal-head">
      <h2 id={id}>{title}</h2>
      <button
        type="button"
        class="button icon-button quiet"
        aria-label="Close"
        title="Close (Escape)"
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </header>
  );
}
