import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { loadedParts } from './later.tsx';

interface Properties {
  readonly label: string;
  readonly icon: IconName;
  /** The choices made in the menu, or their number, shown on the button. */
  readonly badge?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A button that opens a small box below it. Escape, a click elsewhere or leaving it with Tab closes the box. */
export function Menu({ label, icon, badge, children }: Properties): JSX.Element {
  const open = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const isOpen = open.value;
  useEffect(() => {
    if (!isOpen) return undefined;
    const closeOutside = (event: Event): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) === false) open.value = false;
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [isOpen]);
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (!isOpen || loadedParts()?.actionIn('opened', event) !== 'close') return;
    event.stopPropagation();
    open.value = false;
    button.current?.focus();
  };
  return (
    <div class="menu" ref={box} onKeyDown={closeOnEscape}>
      <button
        type="button"
        class="button"
        ref={button}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => (open.value = !isOpen)}
      >
        <Icon name={icon} />
        <span class="button-text">{label}</span>
        {badge !== undefined && badge !== 0 && <span class="badge">{badge}</span>}
      </button>
      <div class="menu-box" id={id} tabIndex={-1} role="group" aria-label={label} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}
