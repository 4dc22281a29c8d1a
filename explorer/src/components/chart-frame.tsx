import type { ComponentChildren, JSX } from 'preact';
import type { Charted } from '../model/charted.ts';

interface Properties {
  readonly charted: Charted;
  readonly children?: ComponentChildren;
}

/** The frame of a chart. It has the same size before and after its bars are loaded, so that nothing moves. */
export function ChartFrame({ charted: { kind, field }, children }: Properties): JSX.Element {
  return (
    <figure class={`chart chart-${kind}`}>
      <figcaption>{field.name}</figcaption>
      <ul class="bars">{children ?? <li class="counting">counting…</li>}</ul>
    </figure>
  );
}
