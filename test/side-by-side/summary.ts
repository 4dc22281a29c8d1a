// The cost and the result of parts.
import { stripVTControlCharacters } from 'node:util';
import { allowance } from './account.ts';
import { programs, type Program, type Taken } from './program-clock.ts';

export interface Outcome {
  readonly name: string;
  /** Exit code or signal; undefined if it succeeded. */
  readonly failure: string | undefined;
  readonly output: string;
  /** The command that repeats it. */
  readonly again: string;
  readonly seconds: number;
  readonly taken: Taken | undefined;
  /** CPU seconds of the yardstick, measured before and after the part if it has a line in the account. */
  readonly unit?: number | undefined;
  readonly line?: Partial<Taken> | undefined;
  readonly tests: Tests | undefined;
}

export interface Tests {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The result of a part, in a line. */
export function verdictOf({ name, failure, seconds }: Omit<Outcome, 'again'>): string {
  const how = failure === undefined ? `✔ ${name} passed` : `✖ ${name} failed (${failure})`;
  return `${how} after ${seconds} s`;
}

/**
 * Writes a table of what each part took, then the number of tests.
 * @param names of all parts, also of those that have not run
 * @param seconds of the whole
 */
export function writeSummary(names: readonly string[], outcomes: readonly Outcome[], seconds: number): string {
  const lines = names.map((name) => {
    const outcome = outcomes.find((each) => each.name === name);
    return outcome === undefined ? `- ${name} was not run` : lineOf(outcome);
  });
  const tests = outcomes.flatMap((outcome) => outcome.tests ?? []);
  const total = (outcome: keyof Tests): number => sum(tests.map((each) => each[outcome]));
  const [passed, failed, skipped] = [total('passed'), total('failed'), total('skipped')];
  const taken = programs.map((program) => sum(outcomes.map((outcome) => outcome.taken?.[program] ?? 0)));
  const all = columnsOf('all', [seconds, passed + failed, ...taken.map((each) => each.toFixed(1))]);
  const closing = tests.length === 0 ? [] : ['', `${passed} passed, ${failed} failed, ${skipped} skipped`];
  return [`  ${columnsOf('part', HEADS)}`, ...lines, `  ${all}`, `  ${usage(sum(taken), seconds)}`, ...closing].join(
    '\n',
  );
}

const HEADS = ['seconds', 'tests', ...programs.map((program) => `${program} s`), 'unit', 'of account'];

/** The CPU seconds of all parts, and their share of the elapsed seconds. */
function usage(cpuSeconds: number, seconds: number): string {
  return `${cpuSeconds.toFixed(0)} CPU s in ${seconds} s: ${((cpuSeconds / Math.max(1, seconds)) * 100).toFixed(0)} %`;
}

function lineOf({ name, failure, again, seconds, taken, unit, line, tests }: Outcome): string {
  const columns = columnsOf(name, [
    seconds,
    tests && tests.passed + tests.failed,
    ...programs.map((program) => taken?.[program].toFixed(1)),
    unit?.toFixed(3),
    taken && line && unit && `${shareOf(taken, line, unit)} %`,
  ]);
  return failure === undefined ? `✔ ${columns}` : `✖ ${columns}  again: ${again}`;
}

/** The percentage of its allowance that a part took, for the program that is closest to its limit. */
function shareOf(taken: Taken, line: Partial<Taken>, unit: number): number {
  const share = (program: Program): number => taken[program] / (allowance(line[program] ?? 0) * unit);
  return Math.round(100 * Math.max(...programs.map(share)));
}

const NAME = 22;

function columnsOf(name: string, columns: readonly (string | number | undefined)[]): string {
  const padded = columns.map((column, index) => String(column ?? '').padStart((HEADS[index]?.length ?? 0) + 2));
  return [name.padEnd(NAME), ...padded].join('').trimEnd();
}

/** Of the children, from what `times` of the shell writes in its second line, such as `0m1.250000s 0m0.310000s`. */
export function childSecondsIn(times: string): number | undefined {
  const [, children = ''] = times.split('\n');
  const found = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return found.length === 0 ? undefined : sum(found.map(([, minutes, rest]) => Number(minutes) * 60 + Number(rest)));
}

/** From the summary of mocha, if there is one. */
export function testsIn(output: string): Tests | undefined {
  const plain = stripVTControlCharacters(output);
  const count = (how: string): number | undefined => {
    const found = new RegExp(`^ {2}(\\d+) ${how}`, 'm').exec(plain)?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const passed = count('passing');
  return passed === undefined ? undefined : { passed, failed: count('failing') ?? 0, skipped: count('pending') ?? 0 };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
