import { resources } from '#test/support/model';
import { expect } from 'chai';
import { readPolicy } from '#adapters/http/policy/read-policy';
import { describePolicy } from '../../../../src/composition/access/describe-policy.ts';

const roles = {
  reader: { person: { read: { fields: ['display_name', 'birth_date'] } } },
  editor: {
    person: { read: {}, update: { fields: ['computers'] } },
    computer: { read: { fields: [] }, create: {}, delete: {} },
  },
  self: { person: { read: {}, delete: { where: [{ name: 'id', op: 'eq', val: 1 }] } } },
  nothing: {},
};

describe('A policy in words', () => {
  const read = readPolicy({ json: { anonymous: 'reader', roles }, duplicates: [] }, resources);
  if ('problems' in read) throw new Error('the policy is wrong');

  it('has a line for each type, with the actions and their fields', () => {
    expect(describePolicy(read.policy)).to.deep.equal([
      'reader, also without credentials',
      '  person: read display_name, birth_date',
      'editor',
      '  person: read every field; update computers',
      '  computer: read no field; create every field; delete',
      'self',
      '  person: read every field; delete where id eq 1',
      'nothing',
      '  nothing',
    ]);
  });

  it('can be that of one role', () => {
    expect(describePolicy(read.policy, 'nothing')).to.deep.equal(['nothing', '  nothing']);
  });
});
