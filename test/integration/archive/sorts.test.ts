import { expect } from 'chai';
import { parseSort } from '#adapters/http/request/query/sort';
import { resources } from '#test/support/model';

const MAX_LENGTH = 5;

/** Keys that follow four relationships from each mark in a thread. */
function keysFor(marks: number): string {
  return Array.from({ length: marks }, (_, depth) => 'answers__'.repeat(depth))
    .flatMap((mark) => [`${mark}answers__id`, `${mark}reader__id`, `${mark}sheet__box__id`])
    .join();
}

describe('The paths of a sort', () => {
  const problems = (value: string): readonly string[] => {
    const { mark } = resources as Readonly<Record<string, Parameters<typeof parseSort>[1]>>;
    if (mark === undefined) throw new Error('the archive has no type "mark"');
    const parsed = parseSort({ name: 'sort', value }, mark, MAX_LENGTH);
    return 'problems' in parsed ? parsed.problems.map(({ detail }) => detail) : [];
  };

  it('follow at most 20 relationships altogether', () => {
    expect(problems(keysFor(4))).to.deep.equal([]);
    const four = 'answers__'.repeat(4);
    const most = `${keysFor(4)},${four}answers__id,${four}reader__id,${four}sheet__id,sheet__reader__id`;
    expect(problems(most)).to.deep.equal([]);
    expect(problems(`${most},sheet__box__shelf__id`)).to.deep.equal([
      'the paths follow 21 relationships altogether, more than 20',
    ]);
  });
});
