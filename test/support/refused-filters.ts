import { expect } from 'chai';
import { filterText, problemsOf, type QueryOptions } from './parse-query.ts';

/** A list of filter objects, and of each problem the JSON Pointer and the detail. */
export type Refusal = readonly [
  sent: unknown,
  problems: readonly (readonly [path: string, detail: RegExp])[],
  options?: QueryOptions,
];

/** A test for each refusal. */
export function itRefuses(refusals: readonly Refusal[]): void {
  for (const [sent, expected, options] of refusals) {
    it(`refuses ${JSON.stringify(sent).slice(0, 100)}`, () => {
      expectProblems(filterText(sent), expected, options);
    });
  }
}

/** Expects exactly these problems of a query string, all of its `filter`. */
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

/** A filter object with nothing wrong. */
export const fine = { name: 'name', op: 'eq', val: 'x' };
