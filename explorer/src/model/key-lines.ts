// The table of keys as people read it, in a module of its own because the first view does not need it.
import { keys, type Key, type KeyPlace } from './keys.ts';

const placeWords: Readonly<Record<string, string>> = {
  page: 'anywhere',
  list: 'in the list',
  column: 'on the heading of a column',
  cell: 'while you edit a cell',
  results: 'in a list of results',
  text: 'in a text',
  opened: 'in results, a menu, a dialog or the panel',
} satisfies Readonly<Record<KeyPlace, string>>;

const keyWords: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  Meta: 'Cmd',
  ArrowUp: 'Up',
  ArrowDown: 'Down',
  ArrowLeft: 'Left',
  ArrowRight: 'Right',
};

export interface KeyLine {
  /** @example 'in the list' */
  readonly place: string;
  /** @example ['Up', 'Down'] */
  readonly chords: readonly string[];
  readonly does: string;
}

/** The keys in the order of the table. Keys that do the same are on one line. */
export function keyLines(): readonly KeyLine[] {
  const table: Readonly<Record<KeyPlace, Readonly<Record<string, Key>>>> = keys;
  return Object.entries(table).flatMap(([name, actions]) => {
    const lines = Map.groupBy(Object.values(actions), ({ does }) => does);
    const place = placeWords[name] ?? name;
    return [...lines].map(([does, same]) => ({
      place,
      does,
      chords: same.flatMap(({ chords }) => chords.map(written)),
    }));
  });
}

/** @example written('Control+k') // 'Ctrl+K' */
function written(chord: string): string {
  const parts = chord.split('+').map((part) => keyWords[part] ?? (part.length === 1 ? part.toUpperCase() : part));
  return parts.join('+');
}
