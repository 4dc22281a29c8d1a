// The command line as commander reads and explains it.
import { Command as Program, type CommanderError } from 'commander';
import { UsageError, type Command, type Given } from './command.ts';

const NAME = 'npm run cli --';

type Run = (command: Command, given: Given) => Promise<void>;

/**
 * @param run is given the command that was called, with its words
 * @param writeUsage is given a usage that is asked for
 */
export function programOf(commands: readonly Command[], run: Run, writeUsage: (text: string) => void): Program {
  const program = new Program(NAME)
    .usage('COMMAND [options]')
    .helpOption('-h, --help', 'show this text')
    .addHelpText(
      'after',
      `\n${NAME} COMMAND --help explains one command.\nExit codes: 0 done, 1 failed, 2 wrong usage.`,
    )
    .configureHelp({
      visibleCommands: (command) => [...command.commands],
      subcommandTerm: (command) => command.name(),
    })
    .configureOutput({ writeOut: writeUsage, writeErr: () => undefined, getOutHelpWidth: widthOf })
    // Instead of ending the process.
    .exitOverride();
  for (const command of commands) add(program, command, run);
  return program;
}

/** Lines are wrapped on a terminal only. */
function widthOf(): number {
  return process.stdout.isTTY ? process.stdout.columns : Infinity;
}

function add(program: Program, command: Command, run: Run): void {
  const { name, summary, operands, options, notes } = command;
  const words = operands.map((operand) => (operand.required ? operand.name : `[${operand.name}]`));
  const added = program
    .command(name)
    .summary(summary)
    .description(`${summary}.`)
    .usage([...words, '[options]'].join(' '))
    .addHelpText('after', notes.map((note) => `\n${note}`).join('\n'));
  for (const operand of operands) added.argument(operand.required ? `<${operand.name}>` : `[${operand.name}]`);
  for (const [option, { value, meaning }] of Object.entries(options)) {
    const flags = `--${option} <${value}>`;
    added.option(flags, meaning, (text) => requireValue(flags, text));
  }
  added.action(() => run(command, { operands: added.args, options: added.opts() }));
}

/** Commander takes whatever follows for the value: the next option, too. */
function requireValue(flags: string, text: string): string {
  if (text.startsWith('--')) throw new UsageError(`option '${flags}' argument missing`);
  return text;
}

/** Why commander refuses the words of a command, in one line. */
export function sentenceOf({ code, message }: CommanderError, { args, registeredArguments, parent }: Program): string {
  switch (code) {
    case 'commander.help':
      return args[1] === undefined ? 'COMMAND is missing' : `unknown command "${args[1]}"`;
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
