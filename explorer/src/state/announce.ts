import { signal } from '@preact/signals';

/** A short notice about the last event, read out by screen readers. */
export interface Notice {
  readonly text: string;
  /** Undoes the event. */
  readonly undo: (() => void) | undefined;
}

export const notice = signal<Notice | undefined>(undefined);

const shownFor = 8000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function announce(text: string, undo?: () => void): void {
  notice.value = { text, undo };
  holdNotice(false);
}

/** Keeps the notice while it has the pointer or the focus, and restarts its time after that. */
export function holdNotice(held: boolean): void {
  clearTimeout(timer);
  if (!held) timer = setTimeout(hideNotice, shownFor);
}

export function hideNotice(): void {
  notice.value = undefined;
}
