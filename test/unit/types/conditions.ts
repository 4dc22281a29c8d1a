import { resources } from '#test/support/model';
import { parseCondition } from '#adapters/http/request/filter/condition';

const parsed = parseCondition([], resources.person, 'where', '');

export const conditions: readonly unknown[] = [
  // @ts-expect-error A condition with problems has no value, so its value cannot be used without checking for problems.
  parsed.value,
  'problems' in parsed ? parsed.problems : parsed.value,
];
