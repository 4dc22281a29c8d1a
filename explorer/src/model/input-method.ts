/**
 * True for a key that an input method takes, as for Japanese: Enter, Escape and arrows choose among its candidates. Safari ends the composition before it
 * tells of the Enter that does so, and marks that only by the code.
 */
// oxlint-disable-next-line typescript/no-deprecated -- nothing else tells that Enter of Safari from any other
export function isOfInputMethod({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === PROCESS_KEY;
}

/** UI Events, on `keyCode`: "If an Input Method Editor is processing key input and the event is keydown, return 229." */
const PROCESS_KEY = 229;
