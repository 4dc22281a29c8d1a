import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { setWidth } from '../state/widths.ts';

interface Properties {
  readonly type: string;
  /** The name of the column. */
  readonly name: string;
}

/** The right edge of a heading: dragging it sets the width of the column. The menu of columns does the same with the keyboard. */
export function WidthHandle({ type, name }: Properties): JSX.Element {
  /** The width minus the place of the pointer; undefined while it is not dragged. */
  const offset = useRef<number | undefined>(undefined);
  return (
    <span
      class="width-handle"
      aria-hidden="true"
      title="Drag to set the width, double-click for automatic width"
      onPointerDown={({ currentTarget, pointerId, clientX }) => {
        currentTarget.setPointerCapture(pointerId);
        offset.current = (currentTarget.parentElement?.offsetWidth ?? 0) - clientX;
      }}
      onPointerMove={({ clientX }) => {
        if (offset.current !== undefined) setWidth(type, name, offset.current + clientX);
      }}
      onLostPointerCapture={() => (offset.current = undefined)}
      onDblClick={() => setWidth(type, name, undefined)}
    />
  );
}
