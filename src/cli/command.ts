// What a command is, and how its words are read. Usage texts and checks come from the same description.
import { parseArgs } from 'node:util';

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly operands: readonly Operand[];
  readonly options: Readonly<Record<string, Option>>;
  /** Further paragraphs of its usage. */
  readonly notes: readonly string[];
  /**
   * @returns the exit code; undefined if the command goes on after it has returned
   * @throws UsageError; any other error fails the command
   */
  readonly run: (given: Given) => Promise<ExitCode | undefined>;
}

/** 0: done; 1: failed; 2: wrong usage. */
export type ExitCode = 0 | 1 | 2;

interface Operand {
  readonly name: string;
  readonly required: boolean;
}

export interface Option {
  /** Stands for the value in the usage; undefined: the option takes none. */
  readonly value: string | undefined;
  readonly meaning: string;
}

/** The words after the name of a command. */
export interface Given {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
}

/** The command was called in a way that its usage does not allow. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** @throws UsageError for an unknown option, an option without its value, too many or too few operands */
export function readGiven(command: Command, words: readonly string[]): Given {
  const { values, positionals } = parse(command, words);
  const required = command.operands.filter((operand) => operand.required);
  const missing = required[positionals.length];
  if (missing !== undefined && values['help'] !== true) throw new UsageError(`${missing.name} is missing`);
  const surplus = positionals[command.operands.length];
  if (surplus !== undefined) throw new UsageError(`unexpected argument "${surplus}"`);
  return { operands: positionals, options: values };
}

function parse({ options }: Command, words: readonly string[]) {
  const types = Object.entries(options).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  );
  const help = { type: 'boolean', short: 'h' } as const;
  try {
    return parseArgs({
      args: joinDashed(words, options),
      options: { ...Object.fromEntries(types), help },
      allowPositionals: true,
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // What follows is advice about "--", which is seldom what was meant.
    const [sentence = ''] = error.message.split(/(?:\. |\.?\n)/);
    throw new UsageError(sentence.charAt(0).toLowerCase() + sentence.slice(1));
  }
}

/** Joins `--sort -id` to `--sort=-id`: parseArgs takes no separate value that begins with a dash. */
function joinDashed(words: readonly string[], options: Command['options']): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const last = joined.at(-1) ?? '';
    const takesValue = last.startsWith('--') && options[last.slice(2)]?.value !== undefined;
    if (takesValue && /^-[^-]/.test(word)) joined[joined.length - 1] = `${last}=${word}`;
    else joined.push(word);
  }
  return joined;
}

/** The value of an option that takes one; undefined if it was not given. */
export function textOf({ options }: Given, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

export function isGiven({ options }: Given, name: string): boolean {
  return options[name] === true;
}

/** @throws UsageError unless the value is a whole number within the bounds */
export function integerOf(given: Given, name: string, [least, most]: readonly [number, number]): number | undefined {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}`);
}

/** @throws UsageError unless the value is one of the choices */
export function choiceOf<const Choice extends string>(
  given: Given,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = textOf(given, name);
  const choice = choices.find((each) => each === text);
  if (choice === undefined && text !== undefined)
    throw new UsageError(`--${name} must be one of ${choices.join(', ')}`);
  return choice;
}
