// What parts took, and how they ended.
import { stripVTControlCharacters } from 'node:util';

export interface Outcome {
  readonly name: string;
  /** Exit code or signal; undefined if it succeeded. */
  readonly failure: string | undefined;
  readonly output: string;
  readonly seconds: number;
  readonly cpuSeconds: number | undefined;
  readonly tests: Tests | undefined;
}

export interface Tests {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** How a part has ended, in a line. */
export function verdictOf({ name, failure, seconds }: Outcome): string {
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
  const cpuSeconds = sum(outcomes.map((outcome) => outcome.cpuSeconds ?? 0));
  const tests = outcomes.flatMap((outcome) => outcome.tests ?? []);
  const total = (outcome: keyof Tests): number => sum(tests.map((each) => each[outcome]));
  const [passed, failed, skipped] = [total('passed'), total('failed'), total('skipped')];
  const all = columnsOf('all', seconds, cpuSeconds, passed + failed);
  const closing = tests.length === 0 ? [] : ['', `${passed} passed, ${failed} failed, ${skipped} skipped`];
  return [`  ${'part'.padEnd(NAME)} seconds     CPU   tests`, ...lines, `  ${all}`, ...closing].join('\n');
}

function lineOf({ name, failure, seconds, cpuSeconds, tests }: Outcome): string {
  const columns = columnsOf(name, seconds, cpuSeconds, tests && tests.passed + tests.failed);
  return failure === undefined ? `✔ ${columns}` : `✖ ${columns}  again: npm run ${name}`;
}

const NAME = 22;

function columnsOf(name: string, seconds: number, cpuSeconds: number | undefined, tests: number | undefined): string {
  const columns = [String(seconds), cpuSeconds?.toFixed(1) ?? '', tests ?? ''];
  return [name.padEnd(NAME), ...columns.map((column) => String(column).padStart(7))].join(' ');
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
