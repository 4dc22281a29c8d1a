// Describes commands, and reads their arguments. `program.ts` derives usage and checks from the same description.
import { suggestion } from '#adapters/http/api/error-wording';
import type { CommandIo } from '../terminal/command-io.ts';

/** @typeParam Name the names of its options, the only ones that `run` can read */
export interface Command<Name extends string = string> {
  readonly name: string;
  /** A second name for the command. */
  readonly alias?: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly operands: readonly Operand[];
  readonly options: Readonly<Record<Name, Option>>;
  /** Further paragraphs of its usage. */
  readonly notes: readonly string[];
  /**
   * @returns the exit code; undefined if the command keeps running after this has returned
   * @throws UsageError; any other error fails the command
   */
  readonly run: (given: CommandArguments<NoInfer<Name>>, io: CommandIo) => Promise<ExitCode | undefined>;
}

/** Makes the compiler check that a command reads only its own options. */
export function defineCommand<Name extends string>(command: Command<Name>): Command {
  return command;
}

/** 0: done; 1: failed; 2: wrong usage. */
export type ExitCode = 0 | 1 | 2;

interface Operand {
  readonly name: string;
  readonly required: boolean;
}

export interface Option {
  /** Stands for the value in the usage; an option without one is on or off. */
  readonly value?: string;
  /** True if it can be given several times. */
  readonly repeatable?: boolean;
  readonly meaning: string;
}

/**
 * The arguments of a command.
 * @typeParam Name the names of the options that can be read
 */
export interface CommandArguments<Name extends string> {
  readonly operands: readonly string[];
  readonly options: Readonly<Partial<Record<Name, unknown>>>;
}

/** The command was called in a way that its usage does not allow. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The value of an option; undefined if it was not given. */
export function textOf<Name extends string>(
  { options }: CommandArguments<Name>,
  name: NoInfer<Name>,
): string | undefined {
  const value: unknown = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of a repeatable option, in the order given. */
export function textsOf<Name extends string>(
  { options }: CommandArguments<Name>,
  name: NoInfer<Name>,
): readonly string[] {
  const values: unknown = options[name];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

/** True if an option without a value was given. */
export function isOn<Name extends string>({ options }: CommandArguments<Name>, name: NoInfer<Name>): boolean {
  return options[name] === true;
}

/** @throws UsageError unless the value is a whole number within the bounds */
export function integerOf<Name extends string>(
  given: CommandArguments<Name>,
  name: NoInfer<Name>,
  [least, most]: readonly [number, number],
): number | undefined {
  const text = textOf(given, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}`);
}

/** @throws UsageError unless the value is one of the choices */
export function choiceOf<Name extends string, const Choice extends string>(
  given: CommandArguments<Name>,
  name: NoInfer<Name>,
  choices: readonly Choice[],
): Choice | undefined {
  const text = textOf(given, name);
  const choice = choices.find((each) => each === text);
  if (choice === undefined && text !== undefined)
    throw new UsageError(`--${name} must be one of ${choices.join(', ')}${suggestion(text, choices)}`);
  return choice;
}
