// The keyboard shortcuts. Event handlers look keys up in this table; the `?` dialog and docs/explorer.md list it.
import { isOfInputMethod, type Composed } from './input-method.ts';

type Character = '/' | '?' | 'k';
type Named = `Arrow${'Up' | 'Down' | 'Left' | 'Right'}` | 'Home' | 'End' | 'Enter' | 'Escape' | 'Tab' | 'F2';

/** Shift is possible with named keys only: characters such as `?` need it on some keyboards. */
type Chord = Named | `Shift+${Named}` | Character | `${'Control' | 'Meta'}+${Character}`;

export interface Key {
  /** The `KeyboardEvent.key` after its modifiers. If there are several, any of them works. */
  readonly chords: readonly Chord[];
  /** Keys with the same action in a place are listed together. */
  readonly does: string;
}

const betweenCells = 'move between cells';
const betweenEnds = 'move to the first or last row';
const betweenEdited = 'save, and edit the next or previous cell';
const betweenResults = 'move between results';

export const keys = {
  page: {
    palette: { chords: ['Control+k', 'Meta+k'], does: 'find a list, view, action or resource' },
    search: { chords: ['/'], does: 'search the list' },
    keys: { chords: ['?'], does: 'show the keyboard shortcuts' },
  },
  list: {
    up: { chords: ['ArrowUp'], does: betweenCells },
    down: { chords: ['ArrowDown'], does: betweenCells },
    left: { chords: ['ArrowLeft'], does: betweenCells },
    right: { chords: ['ArrowRight'], does: betweenCells },
    first: { chords: ['Home'], does: betweenEnds },
    last: { chords: ['End'], does: betweenEnds },
    enter: { chords: ['Enter'], does: 'edit the cell, or open the row if the cell cannot be edited' },
    edit: { chords: ['F2'], does: 'edit the cell, or the next editable one in the row' },
  },
  column: {
    alsoSort: { chords: ['Shift+Enter'], does: 'add the column to the sort order' },
  },
  cell: {
    save: { chords: ['Enter'], does: 'save' },
    next: { chords: ['Tab'], does: betweenEdited },
    previous: { chords: ['Shift+Tab'], does: betweenEdited },
    giveUp: { chords: ['Escape'], does: 'discard your changes' },
  },
  results: {
    next: { chords: ['ArrowDown'], does: betweenResults },
    previous: { chords: ['ArrowUp'], does: betweenResults },
    choose: { chords: ['Enter'], does: 'choose the result' },
  },
  text: {
    submit: { chords: ['Enter'], does: 'submit the form' },
    newLine: { chords: ['Shift+Enter'], does: 'start a new line' },
  },
  opened: {
    close: { chords: ['Escape'], does: 'close it' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Key>>>>;

/** A part of the page with its own shortcuts. */
export type KeyPlace = keyof typeof keys;

export type ActionIn<Place extends KeyPlace> = Extract<keyof (typeof keys)[Place], string>;

/** The members of a `KeyboardEvent` that identify the keys. */
interface Pressed extends Composed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** The action of the pressed keys in a place; undefined if there is none or an input method handles them. */
export function actionIn<Place extends KeyPlace>(place: Place, event: Pressed): ActionIn<Place> | undefined {
  if (isOfInputMethod(event)) return undefined;
  const table: Readonly<Record<string, Key>> = keys[place];
  const found = Object.keys(table).find((name) => table[name]?.chords.some((chord) => isPressed(chord, event)));
  return found !== undefined && isAction(place, found) ? found : undefined;
}

function isAction<Place extends KeyPlace>(place: Place, name: string): name is ActionIn<Place> {
  return Object.hasOwn(keys[place], name);
}

function isPressed(chord: string, { key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): boolean {
  const [name = '', ...modifiers] = chord.split('+').toReversed();
  const has = (modifier: string): boolean => modifiers.includes(modifier);
  // Characters such as `?` need Shift on some keyboards.
  const shifts = name.length === 1 || shiftKey === has('Shift');
  return (
    key.toLowerCase() === name.toLowerCase() &&
    ctrlKey === has('Control') &&
    metaKey === has('Meta') &&
    !altKey &&
    shifts
  );
}
