import { createInterface } from 'node:readline/promises';
import type { CommandIo } from './command-io.ts';

/** Asks a question on the terminal, which standard input must be. Anything but `y` or `yes` is no, as are Ctrl-C and Ctrl-D. */
export async function confirm({ process: { stdin, stderr } }: CommandIo, question: string): Promise<boolean> {
  const terminal = createInterface({ input: stdin, output: stderr });
  const closed = new AbortController();
  terminal.on('close', () => closed.abort());
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `, closed)).trim());
  } catch (error) {
    if (!closed.signal.aborted) throw error;
    stderr.write('\n');
    return false;
  } finally {
    terminal.close();
  }
}
