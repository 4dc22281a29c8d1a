import type { Command, Option } from './command.ts';

const PROGRAM = 'npm run cli --';

const FIRST_COLUMN = 24;

const HELP: Option = { value: undefined, meaning: 'show this text' };

/** The usage of the whole command line. */
export function usageOfAll(commands: readonly Command[]): string {
  return [
    `Usage: ${PROGRAM} COMMAND [options]`,
    '',
    ...commands.map(({ name, summary }) => row(name, summary)),
    '',
    `${PROGRAM} COMMAND --help explains one command.`,
    'Exit codes: 0 done, 1 failed, 2 wrong usage.',
    '',
  ].join('\n');
}

/** The usage of one command. */
export function usageOf({ name, summary, operands, options, notes }: Command): string {
  const words = operands.map((operand) => (operand.required ? operand.name : `[${operand.name}]`));
  const described: Command['options'] = { ...options, help: HELP };
  const rows = Object.entries(described).map(([option, { value, meaning }]) =>
    row(value === undefined ? `--${option}` : `--${option} ${value}`, meaning),
  );
  return [
    `Usage: ${[PROGRAM, name, ...words, '[options]'].join(' ')}`,
    '',
    `${summary}.`,
    '',
    ...rows,
    ...notes.flatMap((note) => ['', note]),
    '',
  ].join('\n');
}

function row(first: string, second: string): string {
  return `  ${first.padEnd(FIRST_COLUMN)}${second}`;
}
