// The command line: runs a command, and maps its outcome to an exit code. Commander parses the arguments and writes the usage texts.
import { CommanderError, Command as Program } from 'commander';
import { suggestion } from '#adapters/http/api/error-wording';
import { messageOf } from '#application/model/describe-error';
import { served } from '#composition/product/served';
import packageJson from '../../package.json' with { type: 'json' };
import { UsageError, type Command, type ExitCode, type CommandArguments } from './commands/command.ts';
import { changes } from './commands/changes.ts';
import { doctor } from './commands/doctor.ts';
import { exportFile } from './commands/export.ts';
import { importFile } from './commands/import.ts';
import { keys } from './commands/keys.ts';
import { migrate } from './commands/migrate.ts';
import { modelCommand } from './commands/model.ts';
import { newEpoch } from './commands/new-epoch.ts';
import { newModel } from './commands/new-model.ts';
import { openapi } from './commands/openapi.ts';
import { policy } from './commands/policy.ts';
import { seedCommand } from './commands/seed.ts';
import { serve } from './commands/serve.ts';
import { ClosedOutputError, CommandIo, type ProcessIo } from './terminal/command-io.ts';
import { CALLED } from './terminal/installation.ts';

/** Every command, in the order of the usage. Each loads its code when it runs, so that a usage is shown at once. */
export const commands: readonly Command[] = [
  serve,
  newModel,
  modelCommand,
  migrate,
  newEpoch,
  changes,
  doctor,
  keys,
  policy,
  ...(served.seed === undefined ? [] : [seedCommand(served.seed)]),
  exportFile,
  importFile,
  openapi,
];

/**
 * Runs a command.
 * @param given the arguments of the process
 * @returns the exit code; undefined if the command keeps running after this has returned
 */
export async function runCommandLine(given: readonly string[], process: ProcessIo): Promise<ExitCode | undefined> {
  // Short for `serve --demo`.
  const words = given[0] === '--demo' ? [serve.name, ...given] : given;
  const io = new CommandIo(process);
  let code: ExitCode | undefined;
  let usage = '';
  const keep = (text: string): void => void (usage += text);
  const program = programOf(
    commands,
    async (command, given) => {
      code = await command.run(given, io);
    },
    keep,
    widthOf(process),
  );
  const called = program.commands.find((command) => command.name() === words[0]) ?? program;
  try {
    await program.parseAsync(words, { from: 'user' }).catch(async (error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
      if (error.exitCode !== 0) throw new UsageError(sentenceOf(error, called));
      await io.print(usage);
      code = 0;
    });
    if (code !== undefined) await io.flush();
    return code;
  } catch (error) {
    // The reader closed the pipe: it has seen enough.
    if (error instanceof ClosedOutputError) return 0;
    io.tell(messageOf(error));
    if (!(error instanceof UsageError)) return 1;
    usage = '';
    called.outputHelp();
    io.tell(`\n${usage.trimEnd()}`);
    return 2;
  }
}

/** A further usage, aligned with the first. */
const NEXT_USAGE = `${' '.repeat('Usage: '.length)}${CALLED}`;

type Run = (command: Command, given: CommandArguments<string>) => Promise<void>;

/**
 * @param run called with the command and its arguments
 * @param writeUsage called with a requested usage
 * @param width the width of its lines
 */
export function programOf(
  commands: readonly Command[],
  run: Run,
  writeUsage: (text: string) => void,
  width: number,
): Program {
  const program = new Program(CALLED)
    .usage(`--demo\n${NEXT_USAGE} new FOLDER\n${NEXT_USAGE} COMMAND [options]`)
    .version(packageJson.version, '--version', 'show the version')
    .helpOption('-h, --help', 'show this text')
    .addHelpText(
      'after',
      `\n${CALLED} COMMAND --help explains one command. --resources FOLDER selects a model of your own.\nExit codes: 0 done, 1 failed, 2 wrong usage.`,
    )
    .configureHelp({
      visibleCommands: (command) => [...command.commands],
      subcommandTerm: (command) => command.name(),
    })
    .configureOutput({ writeOut: writeUsage, writeErr: () => undefined, getOutHelpWidth: () => width })
    // Instead of ending the process.
    .exitOverride();
  for (const command of commands) add(program, command, run);
  return program;
}

const UNKNOWN_COLUMNS = 80;

/** Lines are wrapped on a terminal only. */
function widthOf({ stdout: { isTTY, columns } }: ProcessIo): number {
  return isTTY === true ? (columns ?? UNKNOWN_COLUMNS) : Infinity;
}

function add(program: Program, command: Command, run: Run): void {
  const { name, alias, summary, operands, options, notes } = command;
  const words = operands.map((operand) => (operand.required ? operand.name : `[${operand.name}]`));
  const added = program
    .command(name)
    .summary(summary)
    .description(`${summary}.`)
    .usage([...words, '[options]'].join(' '))
    .addHelpText('after', notes.map((note) => `\n${note}`).join('\n'));
  if (alias !== undefined) added.alias(alias);
  for (const operand of operands) added.argument(operand.required ? `<${operand.name}>` : `[${operand.name}]`);
  for (const [option, { value, meaning, repeatable = false }] of Object.entries(options)) {
    const flags = `--${option}${value === undefined ? '' : ` <${value}>`}`;
    if (value === undefined) added.option(flags, meaning);
    else if (repeatable)
      added.option(flags, meaning, (text, sooner?: readonly string[]) => [
        ...(sooner ?? []),
        requireValue(flags, text),
      ]);
    else added.option(flags, meaning, (text) => requireValue(flags, text));
  }
  added.action(() => run(command, { operands: added.args, options: added.opts() }));
}

/** Commander takes the next word as the value, even if it is an option. */
function requireValue(flags: string, text: string): string {
  if (text.startsWith('--')) throw new UsageError(`option '${flags}' argument missing`);
  return text;
}

/** Commander's reason for refusing the arguments of a command, in one line. */
export function sentenceOf({ code, message }: CommanderError, { args, registeredArguments, parent }: Program): string {
  switch (code) {
    case 'commander.help':
      return args[1] === undefined ? 'COMMAND is missing' : unknownCommand(args[1]);
    case 'commander.missingArgument':
      return `${registeredArguments[args.length]?.name() ?? ''} is missing`;
    case 'commander.excessArguments':
      return `unexpected argument "${args[registeredArguments.length] ?? ''}"`;
    default: {
      const sentence = message.replace(/^error: /, '').replace(/\n\(Did you mean (.*)\?\)$/, '; did you mean $1?');
      return parent === null ? sentence.replace(/'(.*)'/s, '"$1"') : sentence;
    }
  }
}

function unknownCommand(name: string): string {
  const names = commands.map((command) => command.name);
  return `unknown command "${name}"${suggestion(name, names)}`;
}
