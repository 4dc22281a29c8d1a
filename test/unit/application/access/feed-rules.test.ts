import { expect } from 'chai';
import { feedRulesOf, isTriggered } from '#application/access/feed-rules';
import type { Change } from '#domain/changes';
import type { Entity } from '#domain/entity';
import type { ResourceType } from '#domain/schema';
import { accessFor } from '../../../support/policy-access.ts';

const NAMED_A = [{ name: 'name', op: 'ilike', val: 'a%' }];

function rulesOf(role: object): ReturnType<typeof feedRulesOf> {
  return feedRulesOf(accessFor({ roles: { role } }, []).permissionsOfRole('role'));
}

function entity(type: ResourceType, attributes: Entity['attributes'] = {}, targets: Entity['targets'] = {}): Entity {
  return { type, id: '1', version: 1, attributes, targets };
}

describe('What a role learns from the feed', () => {
  const owned = (val: object): object => ({ read: { where: [{ name: 'owner', op: 'has', val }] } });
  const kinds: Readonly<
    Record<string, readonly [role: object, alone: readonly ResourceType[], refetched?: readonly ResourceType[]]>
  > = {
    'everything, without conditions': [{ person: { read: {} }, computer: { read: {} } }, ['person', 'computer']],
    'nothing of a type that it may not read': [{ person: { read: {} }, computer: {} }, ['person']],
    'the changes of rows with a condition on their own attributes': [
      { person: { read: { where: NAMED_A } }, computer: { read: { fields: ['serial'] } } },
      ['person', 'computer'],
    ],
    'those of rows with a condition on the identifier of a related row': [
      { person: { read: {} }, computer: owned({ name: 'id', op: 'in', val: { claim: 'teams' } }) },
      ['person', 'computer'],
    ],
    'not those of rows with a condition on an attribute of a related row': [
      { person: { read: {} }, computer: owned({ name: 'name', op: 'eq', val: { claim: 'name' } }) },
      ['person'],
      ['computer'],
    ],
    'not those of rows that show a row which may be hidden': [
      { person: { read: { where: NAMED_A } }, computer: { read: {} } },
      ['person'],
      ['computer'],
    ],
    'not those of rows with a condition on a relationship to many, even if only on identifiers': [
      {
        person: { read: { where: [{ name: 'computers', op: 'any', val: { name: 'id', op: 'eq', val: '1' } }] } },
        computer: { read: { fields: ['serial'] } },
      },
      ['computer'],
      ['person'],
    ],
  };
  for (const [what, [role, alone, refetched = []]] of Object.entries(kinds))
    it(`is ${what}`, () => {
      const rules = rulesOf(role);
      expect([...rules.alone]).to.deep.equal(alone);
      expect([...rules.refetched.keys()]).to.deep.equal(refetched);
    });

  const renamed = {
    before: entity('person', { name: 'a', email: null }),
    after: entity('person', { name: 'b', email: null }),
    links: {},
  };
  const mailed = {
    before: entity('person', { name: 'a', email: null }),
    after: entity('person', { name: 'a', email: 'x' }),
    links: {},
  };
  const gone = { before: entity('person', { name: 'a' }), after: undefined, links: {} };
  const moved = {
    before: entity('computer', { serial: 's' }, { owner: '1' }),
    after: entity('computer', { serial: 's' }, { owner: '2' }),
    links: {},
  };
  const relabelled = {
    before: entity('computer', { serial: 's' }, { owner: '1' }),
    after: entity('computer', { serial: 't' }, { owner: '1' }),
    links: {},
  };
  const scrapped = { before: entity('computer', { serial: 's' }, { owner: '1' }), after: undefined, links: {} };
  const cases: Readonly<
    Record<string, readonly [role: object, read: ResourceType, by: readonly Change[], not: readonly Change[]]>
  > = {
    'a change of it, or of what its condition names in a related row': [
      { person: { read: {} }, computer: owned({ name: 'name', op: 'eq', val: 'a' }) },
      'computer',
      [relabelled, moved, scrapped, renamed],
      [mailed, gone],
    ],
    'a change of what hides a related row that it shows': [
      { person: { read: { where: [{ name: 'email', op: 'is_', val: null }] } }, computer: { read: {} } },
      'computer',
      [relabelled, mailed],
      [renamed, gone],
    ],
    'members of a relationship to many that come, go, move, or change where its condition names it': [
      {
        person: { read: { where: [{ name: 'computers', op: 'any', val: { name: 'id', op: 'gt', val: '1' } }] } },
        computer: { read: {} },
      },
      'person',
      [renamed, mailed, gone, moved, scrapped],
      [relabelled],
    ],
  };
  for (const [what, [role, read, by, not]] of Object.entries(cases))
    it(`is to read a type again after ${what}`, () => {
      const triggers = rulesOf(role).refetched.get(read) ?? new Map<never, never>();
      const triggered = (change: Change): boolean =>
        isTriggered(triggers, (change.after ?? change.before)?.type ?? 'person', change);
      expect(by.map(triggered)).to.deep.equal(by.map(() => true));
      expect(not.map(triggered)).to.deep.equal(not.map(() => false));
    });
});
