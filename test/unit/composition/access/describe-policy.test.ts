import { resources } from '#test/support/model';
import { expect } from 'chai';
import { readPolicy } from '#adapters/http/policy/read-policy';
import { changeablePresets, describePolicy } from '../../../../src/composition/access/describe-policy.ts';

const roles = {
  reader: { person: { read: { fields: ['display_name', 'birth_date'] } } },
  editor: {
    person: { read: {}, update: { fields: ['computers'] } },
    computer: { read: { fields: [] }, create: {}, delete: {} },
  },
  self: { person: { read: {}, delete: { where: [{ name: 'id', op: 'eq', val: 1 }] } } },
  buyer: {
    person: { read: {}, create: { set: { email: { claim: 'email' } } }, update: { fields: ['birth_date'] } },
    computer: {
      read: {},
      create: {
        fields: ['serial'],
        set: { owner: '7', serial: 'S-1' },
        where: [{ name: 'serial', op: 'ne', val: 'x' }],
      },
      update: { fields: ['owner'] },
    },
  },
  friend: {
    person: { read: { where: [{ name: 'name', op: 'eq', val: { claim: 'name' } }] } },
    computer: { read: { fields: ['owner'] } },
  },
  nothing: {},
};

describe('A policy in words', () => {
  const read = readPolicy({ json: { anonymous: 'reader', roles }, duplicates: [] }, resources);
  if ('problems' in read) throw new Error('the policy is wrong');

  it('has a line for each type, with the actions and their fields', () => {
    expect(describePolicy(read.policy)).to.deep.equal([
      'reader, also without credentials',
      '  person: read display_name, birth_date; changes: exact',
      'editor',
      '  person: read every field; update computers; changes: exact',
      '  computer: read no field; create every field; delete; changes: exact',
      'self',
      '  person: read every field; delete where id eq 1; changes: exact',
      'buyer',
      '  person: read every field; create every field with email = the claim email; update birth_date; changes: exact',
      '  computer: read every field; create serial with owner = "7", serial = "S-1" where serial ne "x"; update owner; changes: exact',
      'friend',
      '  person: read every field where name eq the claim name; changes: exact',
      '  computer: read owner; changes: refetch',
      'nothing',
      '  nothing',
    ]);
  });

  it('warns of values for new resources that the role can change', () => {
    const line = 'buyer can change "owner" of computer, which is set only on creation';
    expect(changeablePresets(read.policy)).to.deep.equal([line]);
    expect(changeablePresets(read.policy, 'buyer')).to.deep.equal([line]);
    expect(changeablePresets(read.policy, 'self')).to.deep.equal([]);
  });

  it('can be that of one role', () => {
    expect(describePolicy(read.policy, 'nothing')).to.deep.equal(['nothing', '  nothing']);
  });
});
