import { expect } from 'chai';
import { unfitness, type Standing } from '#adapters/persistence/connection/hosts/standing';
import type { SessionTarget } from '#adapters/persistence/connection/server-address';

const PRIMARY: Standing = { isStandby: false, isReadOnly: false, timeline: 3 };

describe('A host', () => {
  const cases: readonly (readonly [
    target: SessionTarget,
    changes: Partial<Standing>,
    highest: number,
    why?: RegExp,
  ])[] = [
    ['read-write', {}, 3],
    ['read-write', {}, 4, /^is a former primary, on timeline 3 of 4$/],
    ['read-write', { isReadOnly: true }, 3, /^is read-only$/],
    ['read-write', { isStandby: true, isReadOnly: true }, 3, /^is a standby$/],
    ['primary', {}, 3],
    ['primary', { isReadOnly: true }, 3],
    ['primary', { isStandby: true, isReadOnly: true }, 3, /^is a standby$/],
    ['primary', {}, 4, /^is a former primary/],
    ['any', { isStandby: true, isReadOnly: true }, 4],
  ];
  for (const [target, changes, highest, why] of cases)
    it(`${why === undefined ? 'suits' : 'does not suit'} ${target} with ${JSON.stringify(changes)} of ${highest}`, () => {
      const reason = unfitness({ ...PRIMARY, ...changes }, target, highest);
      if (why === undefined) expect(reason).to.equal(undefined);
      else expect(reason).to.match(why);
    });
});
