import type { JSX } from 'preact';

const paths = {
  close: 'M6 6l12 12M18 6L6 18',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  sort: 'M8 5v14M4 15l4 4 4-4M16 19V5M12 9l4-4 4 4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  upload: 'M12 15V4M7 8l5-5 5 5M5 20h14',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  chart: 'M5 20V10M12 20V4M19 20v-7',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3v5M15.5 3v5',
  edit: 'M4 20h4L19 9l-4-4L4 16z',
  view: 'M7 4h10v16l-5-4-5 4z',
  reload: 'M20 12a8 8 0 1 1-2.5-5.8L20 8.5M20 3v5.5h-5.5',
} as const;

export type IconName = keyof typeof paths;

/** An icon next to words, hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}
