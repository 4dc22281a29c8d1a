// The command line: finds the command, reads its words, and turns how it ends into an exit code.
import { messageOf } from '#composition/logging/describe-error';
import { isGiven, readGiven, UsageError, type Command, type ExitCode } from './command.ts';
import { commands } from './commands.ts';
import { ClosedOutputError, flush, listenForOutputErrors, print, tell } from './output.ts';
import { usageOf, usageOfAll } from './usage.ts';

/**
 * Runs a command and sets the exit code of the process.
 * @param words the arguments of the process
 */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  listenForOutputErrors();
  const code = await exitCodeOf(words);
  if (code !== undefined) process.exitCode = code;
}

async function exitCodeOf([name, ...words]: readonly string[]): Promise<ExitCode | undefined> {
  const command = commands.find((each) => each.name === name);
  try {
    const code = command === undefined ? await runWithoutCommand(name) : await run(command, words);
    if (code !== undefined) await flush();
    return code;
  } catch (error) {
    // Whoever closes it has seen enough.
    if (error instanceof ClosedOutputError) return 0;
    if (error instanceof UsageError) {
      tell(`${messageOf(error)}\n`);
      tell(command === undefined ? usageOfAll(commands).trimEnd() : usageOf(command).trimEnd());
      return 2;
    }
    tell(messageOf(error));
    return 1;
  }
}

async function run(command: Command, words: readonly string[]): Promise<ExitCode | undefined> {
  const given = readGiven(command, words);
  if (!isGiven(given, 'help')) return command.run(given);
  await print(usageOf(command));
  return 0;
}

async function runWithoutCommand(name: string | undefined): Promise<ExitCode> {
  if (name === undefined) throw new UsageError('COMMAND is missing');
  if (name !== '--help' && name !== '-h' && name !== 'help') throw new UsageError(await unknownCommand(name));
  await print(usageOfAll(commands));
  return 0;
}

async function unknownCommand(name: string): Promise<string> {
  const { closest, distance } = await import('fastest-levenshtein');
  const nearest = closest(
    name,
    commands.map((each) => each.name),
  );
  const hint = distance(name, nearest) <= 2 ? `; did you mean ${nearest}?` : '';
  return `unknown ${name.startsWith('-') ? 'option' : 'command'} "${name}"${hint}`;
}
