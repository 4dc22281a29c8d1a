import type { Config } from '../config/config.ts';

/** Turns a JSON line of the log, with its line break, into what is written. */
export type LineFormat = (line: string) => string;

/** What a stream says of its reader. */
export interface LogReader {
  /** Whether it is a terminal. */
  readonly isTTY?: boolean | undefined;
  /** Whether the terminal has colours, and its user wants them (`NO_COLOR`). */
  hasColors?(): boolean;
}

/** Chooses the format of log lines. The one for people is loaded on demand, since loading it makes the start longer. */
export async function lineFormat(choice: Config['logFormat'], reader: LogReader): Promise<LineFormat> {
  if (choice === 'json' || (choice === 'auto' && reader.isTTY !== true)) return (line) => line;
  const { prettyLines } = await import('./pretty-lines.ts');
  return prettyLines(reader.hasColors?.() ?? false);
}
