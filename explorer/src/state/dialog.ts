import { signal } from '@preact/signals';

export interface YesOrNo {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
}

interface Asked extends YesOrNo {
  readonly answer: (yes: boolean) => void;
}

/** The question in the dialog; undefined while it is closed. */
export const asked = signal<Asked | undefined>(undefined);

/** Asks in a dialog and waits for the answer. Escape means no. */
export function ask(question: YesOrNo): Promise<boolean> {
  asked.value?.answer(false);
  return new Promise((resolve) => {
    asked.value = {
      ...question,
      answer: (yes) => {
        asked.value = undefined;
        resolve(yes);
      },
    };
  });
}
