// The command line: runs the command that is called, and turns how it ends into an exit code.
import { CommanderError } from 'commander';
import { messageOf } from '#application/model/describe-error';
import { UsageError, type ExitCode } from './command.ts';
import { commands } from './commands.ts';
import { ClosedOutputError, flush, listenForOutputErrors, print, tell } from './output.ts';
import { programOf, sentenceOf } from './program.ts';

/**
 * Runs a command and sets the exit code of the process.
 * @param words the arguments of the process
 */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  listenForOutputErrors();
  const code = await exitCodeOf(words);
  if (code !== undefined) process.exitCode = code;
}

async function exitCodeOf(words: readonly string[]): Promise<ExitCode | undefined> {
  let code: ExitCode | undefined;
  let usage = '';
  const keep = (text: string): void => void (usage += text);
  const program = programOf(
    commands,
    async (command, given) => {
      code = await command.run(given);
    },
    keep,
  );
  const called = program.commands.find((command) => command.name() === words[0]) ?? program;
  try {
    await program.parseAsync(words, { from: 'user' }).catch(async (error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode !== 0) throw new UsageError(sentenceOf(error, called));
      await print(usage);
      code = 0;
    });
    if (code !== undefined) await flush();
    return code;
  } catch (error) {
    // Whoever closes it has seen enough.
    if (error instanceof ClosedOutputError) return 0;
    tell(messageOf(error));
    if (!(error instanceof UsageError)) return 1;
    usage = '';
    called.outputHelp();
    tell(`\n${usage.trimEnd()}`);
    return 2;
  }
}
