/** The members of a `KeyboardEvent` that reveal an input method. */
export interface Composed {
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/**
 * True if an input method, such as one for Japanese, handles the key. Enter, Escape and the arrow keys then choose among its candidates.
 * Safari ends the composition before it dispatches the Enter that ended it, so only the key code identifies that event.
 */
export function isOfInputMethod({ isComposing, keyCode }: Composed): boolean {
  return isComposing || keyCode === PROCESS_KEY;
}

/** UI Events, on `keyCode`: "If an Input Method Editor is processing key input and the event is keydown, return 229." */
const PROCESS_KEY = 229;
