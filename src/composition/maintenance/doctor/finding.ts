/** A result of `doctor` about one subject. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'failure';
  /** One word: `port`, `tables`. */
  readonly subject: string;
  readonly text: string;
  /** A way to fix it. */
  readonly advice?: string | undefined;
}

export function ok(subject: string, text: string): Finding {
  return { level: 'ok', subject, text };
}

export function warning(subject: string, text: string, advice?: string): Finding {
  return { level: 'warning', subject, text, advice };
}

export function failure(subject: string, text: string, advice?: string): Finding {
  return { level: 'failure', subject, text, advice };
}
