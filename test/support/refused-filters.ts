import { expect } from 'chai';
import { filterText, problemsOf, type QueryOptions } from './parse-query.ts';

/** A filter, and the JSON Pointer and detail of each problem. */
export type Refusal = readonly [
  sent: unknown,
  problems: readonly (readonly [path: string, detail: RegExp])[],
  options?: QueryOptions,
];

/** Defines a test for each refusal. */
export function itRefuses(refusals: readonly Refusal[]): void {
  for (const [sent, expected, options] of refusals) {
    it(`refuses ${JSON.stringify(sent).slice(0, 100)}`, () => {
      expectProblems(filterText(sent), expected, options);
    });
  }
}

/** Expects a query string to have exactly these problems, all in `filter`. */
export function expectProblems(text: string, expected: Refusal[1], options?: QueryOptions): void {
  const problems = problemsOf(text, options);
  expect(
    problems.map(({ meta }) => meta?.['path']),
    JSON.stringify(problems),
  ).to.deep.equal(expected.map(([path]) => path));
  for (const [index, [, detail]] of expected.entries()) {
    expect(problems[index]).to.include({ status: '400', code: 'invalid-parameter' });
    expect(problems[index]?.source).to.deep.equal({ parameter: 'filter' });
    expect(problems[index]?.detail).to.match(detail);
    expect(problems[index]?.detail).to.not.match(/(?<!")password/);
  }
}

/** A valid filter object. */
export const validFilter = { name: 'name', op: 'eq', val: 'x' };
