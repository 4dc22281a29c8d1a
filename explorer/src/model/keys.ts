// The keys of the page. Handlers look their keys up in this table; the dialog behind `?` and docs/explorer.md list it.
import { isOfInputMethod, type Composed } from './input-method.ts';

export interface Key {
  /** The key, as in `KeyboardEvent.key`, after its modifiers. Any of several does the same. */
  readonly chords: readonly string[];
  /** Keys of a place that do the same are listed together. */
  readonly does: string;
}

const betweenCells = 'go from cell to cell';
const betweenEnds = 'go to the first or last row';
const betweenEdited = 'save, and edit the next or previous cell';
const betweenResults = 'go from result to result';

export const keys = {
  page: {
    palette: { chords: ['Control+k', 'Meta+k'], does: 'find a list, view, action or resource' },
    search: { chords: ['/'], does: 'search the list' },
    keys: { chords: ['?'], does: 'show these keys' },
  },
  list: {
    up: { chords: ['ArrowUp'], does: betweenCells },
    down: { chords: ['ArrowDown'], does: betweenCells },
    left: { chords: ['ArrowLeft'], does: betweenCells },
    right: { chords: ['ArrowRight'], does: betweenCells },
    first: { chords: ['Home'], does: betweenEnds },
    last: { chords: ['End'], does: betweenEnds },
    enter: { chords: ['Enter'], does: 'edit the cell, or open the row if the cell cannot be edited' },
    edit: { chords: ['F2'], does: 'edit the cell, or the next one of the row' },
  },
  column: {
    alsoSort: { chords: ['Shift+Enter'], does: 'also sort by the column' },
  },
  cell: {
    save: { chords: ['Enter'], does: 'save' },
    next: { chords: ['Tab'], does: betweenEdited },
    previous: { chords: ['Shift+Tab'], does: betweenEdited },
    giveUp: { chords: ['Escape'], does: 'discard what was typed' },
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

/** A part of the page where keys have a meaning of their own. */
export type KeyPlace = keyof typeof keys;

export type ActionIn<Place extends KeyPlace> = Extract<keyof (typeof keys)[Place], string>;

/** The members of a `KeyboardEvent` that tell which keys are pressed. */
interface Pressed extends Composed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** What the pressed keys do in a place; undefined if nothing, or if an input method handles them. */
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
  // On some keyboards a character such as `?` needs Shift.
  const shifts = name.length === 1 || shiftKey === has('Shift');
  return (
    key.toLowerCase() === name.toLowerCase() &&
    ctrlKey === has('Control') &&
    metaKey === has('Meta') &&
    !altKey &&
    shifts
  );
}
