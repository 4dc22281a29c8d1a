import { expect } from 'chai';
import { Commons } from '../../chaos/commons.ts';
import { Family } from '../../chaos/family.ts';
import type { Stored } from '../../chaos/stored.ts';
import { verify } from '../../chaos/verify.ts';
import { createComputer, createPerson, replace, renamePerson } from '../../chaos/world.ts';

const always = (): boolean => true;

/** Person FN1 after linking the computers FN2 and FN3. */
function pair(): Family {
  const family = new Family('F');
  family.identify('persons', 'FN1', '1');
  family.acknowledged(createPerson('FN1', []), always);
  for (const [token, id] of [
    ['FN2', '2'],
    ['FN3', '3'],
  ] as const) {
    family.identify('computers', token, id);
    family.acknowledged(createComputer(token, null), always);
  }
  family.acknowledged(replace('FN1', ['FN2', 'FN3']), always);
  return family;
}

const ada = { id: '1', name: 'FN1', version: 2 };
const first = { id: '2', serial: 'FN2', owner: '1', version: 2 };
const second = { id: '3', serial: 'FN3', owner: '1', version: 2 };
const problems = (stored: Stored, family = pair()): readonly string[] => verify(stored, [family], new Commons());

describe('The verification after a chaos run', () => {
  it('accepts what was acknowledged', () => {
    expect(problems({ persons: [ada], computers: [first, second] })).to.deep.equal([]);
  });

  const broken: readonly (readonly [string, Stored])[] = [
    ['a lost row', { persons: [ada], computers: [first] }],
    [
      'a row that was never acknowledged',
      { persons: [ada, { ...ada, id: '9', name: 'FN9' }], computers: [first, second] },
    ],
    ['a duplicate row', { persons: [ada], computers: [first, second, { ...second, id: '4' }] }],
    ['a lost attribute change', { persons: [{ ...ada, name: 'FN8' }], computers: [first, second] }],
    ['a half-applied change', { persons: [ada], computers: [first, { ...second, owner: null }] }],
    ['an owner who does not exist', { persons: [ada], computers: [first, { ...second, owner: '7' }] }],
    ['a version that was not bumped', { persons: [{ ...ada, version: 1 }], computers: [first, second] }],
    ['rows of no family', { persons: [ada, { id: '5', name: 'XN1', version: 1 }], computers: [first, second] }],
  ];
  for (const [what, stored] of broken)
    it(`finds ${what}`, () => {
      expect(problems(stored)).not.to.be.empty;
    });

  const renamed = { persons: [{ ...ada, name: 'FN4', version: 3 }], computers: [first, second] };

  it('accepts an unanswered change as applied or not', () => {
    const family = pair();
    family.mayHaveHappened(renamePerson('FN1', 'FN4'));
    expect(problems(renamed, family)).to.deep.equal([]);
    expect(problems({ persons: [ada], computers: [first, second] }, family)).to.deep.equal([]);
  });

  it('expects a later change to overwrite an unanswered one', () => {
    const family = pair();
    family.mayHaveHappened(renamePerson('FN1', 'FN4'));
    family.acknowledged(renamePerson('FN1', 'FN5'), always);
    expect(problems(renamed, family)).not.to.be.empty;
  });

  it('accepts an unanswered creation only as complete or absent', () => {
    const family = pair();
    family.mayHaveHappened(createPerson('FN6', ['FN2', 'FN3']));
    const bob = { id: '6', name: 'FN6', version: 1 };
    const moved = [
      { ...first, owner: '6', version: 3 },
      { ...second, owner: '6', version: 3 },
    ];
    expect(problems({ persons: [{ ...ada, version: 3 }, bob], computers: moved }, family)).to.deep.equal([]);
    expect(problems({ persons: [ada], computers: [first, second] }, family)).to.deep.equal([]);
    expect(problems({ persons: [ada, bob], computers: [first, second] }, family)).not.to.be.empty;
  });
});
