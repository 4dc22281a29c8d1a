import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';

interface Properties {
  readonly summary: ComponentChildren;
  readonly startsOpen?: boolean;
  readonly content: () => JSX.Element;
}

/** Details rendered when opened, because schemas can be recursive. */
export function Fold({ summary, startsOpen = false, content }: Properties): JSX.Element {
  const open = useSignal(startsOpen);
  return (
    <details class="fold" open={open.value} onToggle={({ currentTarget }) => (open.value = currentTarget.open)}>
      <summary>{summary}</summary>
      {open.value && content()}
    </details>
  );
}
