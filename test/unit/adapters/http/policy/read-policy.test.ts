import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readPolicy, type ReadPolicy } from '#adapters/http/policy/read-policy';
import type { RoleRules } from '#adapters/http/policy/role-rules';
import { grantOf } from '#application/model/permissions';

const role = (rules: object): object => ({ roles: { r: rules } });
const where = (filter: unknown): object => role({ person: { read: { where: [filter] } } });

/** What is wrong with a file, and where; parts of the sentences. */
const wrong: Readonly<
  Record<string, readonly [file: unknown, ...problems: readonly [pointer: string, part: string][]]>
> = {
  'no object': [[], ['', 'must be an object, not a list']],
  'no roles': [{}, ['', '"roles" is missing']],
  'another member': [{ roles: {}, rolls: {} }, ['/rolls', 'unknown member "rolls"; did you mean "roles"?']],
  'an unknown anonymous role': [{ anonymous: 'reader', roles: {} }, ['/anonymous', 'the name of a role']],
  'an anonymous role that all objects have': [{ anonymous: 'constructor', roles: {} }, ['/anonymous', 'a role']],
  'a role that all objects have': [JSON.parse('{"roles":{"__proto__":{}}}'), ['/roles/__proto__', 'no role']],
  'an unknown type': [role({ persn: {} }), ['/roles/r/persn', 'unknown type "persn"; did you mean "person"?']],
  'an unknown action': [role({ person: { raed: {} } }), ['/roles/r/person/raed', 'did you mean "read"?']],
  'an unknown field': [
    role({ person: { read: { fields: ['nme'] } } }),
    ['/roles/r/person/read/fields/0', 'unknown field "nme" of person; did you mean "name"?'],
  ],
  'the id': [role({ person: { read: { fields: ['id'] } } }), ['/roles/r/person/read/fields/0', 'always be read']],
  'a field twice': [
    role({ person: { read: { fields: ['name', 'name'] } } }),
    ['/roles/r/person/read/fields/1', 'twice'],
  ],
  'a computed attribute to write': [
    role({ person: { read: {}, update: { fields: ['display_name'] } } }),
    ['/roles/r/person/update/fields/0', 'cannot be written'],
  ],
  'fields of a deletion': [
    role({ person: { read: {}, delete: { fields: [] } } }),
    ['/roles/r/person/delete/fields', 'unknown member "fields"'],
  ],
  'a relationship to what may not be read': [
    role({ person: { read: { fields: ['computers'] } } }),
    ['/roles/r/person/read/fields/0', 'leads to computer'],
  ],
  'a write without a read': [role({ person: { update: {} } }), ['/roles/r/person/update', 'needs "read"']],
  'a creation without a required attribute': [
    role({ person: { read: {}, create: { fields: ['email'] } } }),
    ['/roles/r/person/create/fields', 'lacks "name"'],
  ],
  'a where that is no list': [role({ person: { read: { where: {} } } }), ['/roles/r/person/read/where', 'a list']],
  'an unknown field in a where': [
    where({ name: 'nme', op: 'eq', val: 'x' }),
    ['/roles/r/person/read/where/0/name', 'unknown field "nme"'],
  ],
  'an unknown operator': [
    where({ name: 'name', op: 'eqq', val: 'x' }),
    ['/roles/r/person/read/where/0/op', 'unknown operator "eqq"'],
  ],
  'a value of another kind': [
    where({ name: 'birth_date', op: 'eq', val: 'yesterday' }),
    ['/roles/r/person/read/where/0/val', 'birth_date'],
  ],
  'a claim as a pattern': [
    where({ name: 'name', op: 'like', val: { claim: 'name' } }),
    ['/roles/r/person/read/where/0/val', 'claim'],
  ],
  'several mistakes': [
    { anonymous: 'x', roles: { a: { person: { update: {} } }, 'b/c': { computer: { delete: {} } } } },
    ['/anonymous', 'role'],
    ['/roles/a/person/update', 'read'],
    ['/roles/b~1c/computer/delete', 'read'],
  ],
};

describe('A policy file', () => {
  for (const [what, [file, ...problems]] of Object.entries(wrong))
    it(`is refused with ${what}`, () => {
      const read = readPolicy({ json: file, duplicates: [] });
      if ('policy' in read) throw new Error('it is accepted');
      expect(read.problems.map(({ pointer }) => pointer)).to.deep.equal(problems.map(([pointer]) => pointer));
      for (const [index, [, part]] of problems.entries()) expect(read.problems[index]?.detail).to.include(part);
    });

  it('is refused if it could not be parsed', () => {
    const read = readPolicy({ fault: { path: ['roles', 'a/b', 0], detail: 'must be JSON' } });
    expect(read).to.deep.equal({ problems: [{ pointer: '/roles/a~1b/0', detail: 'must be JSON' }] });
  });

  it('is refused with duplicate members and all other mistakes', () => {
    const file = { json: { roles: { r: { persn: {} } } }, duplicates: [['roles', 'a/b', 'person', 'read', 'where']] };
    const read = readPolicy(file);
    expect('problems' in read ? read.problems.map(({ pointer }) => pointer) : []).to.deep.equal([
      '/roles/a~1b/person/read/where',
      '/roles/r/persn',
    ]);
  });

  it('is the example in the documentation', () => {
    const { roles, anonymous } = accepted(JSON.parse(readFileSync('docs/policy.example.json', 'utf8')));
    expect([...roles.keys()]).to.deep.equal(['reader', 'editor', 'admin', 'self']);
    expect(anonymous).to.equal('reader');
    expect(roles.get('self')).to.deep.include({ restricted: new Set(['person', 'computer']), readClaims: ['email'] });
  });
});

describe('The rules of a role', () => {
  it('grant nothing on types that cannot be read', () => {
    const { permissions, resources, may } = rulesOf({ computer: { read: {}, update: {} } });
    expect(permissions.person).to.deep.equal({});
    expect(Object.keys(resources)).to.deep.equal(['computer']);
    expect(Object.keys(resources.computer?.fields ?? {})).to.deep.equal(['id', 'serial']);
    expect(grantOf(permissions, 'update', 'computer')?.fields).to.deep.equal(new Set(['serial']));
    expect(may).to.deep.equal({ computer: { read: {}, update: {} } });
  });

  it('keep their conditions on rows to themselves', () => {
    const { permissions, may, restricted, readClaims } = rulesOf({
      person: { read: { where: [{ name: 'name', op: 'in_', val: { claim: 'names' } }] }, delete: { where: [] } },
    });
    expect(grantOf(permissions, 'read', 'person')?.where).to.deep.equal({
      kind: 'in',
      attribute: 'name',
      values: { kind: 'claim', claim: 'names', of: 'text' },
    });
    expect(grantOf(permissions, 'delete', 'person')?.where).to.equal(undefined);
    expect(may).to.deep.equal({ person: { read: {}, delete: {} } });
    expect([...restricted]).to.deep.equal(['person']);
    expect(readClaims).to.deep.equal(['names']);
  });

  it('let bodies name what may be read or written', () => {
    const { resources } = rulesOf({ person: { read: { fields: ['birth_date'] }, update: { fields: ['name'] } } });
    const { fields = {}, inBodies } = resources.person ?? {};
    expect(Object.keys(fields)).to.deep.equal(['id', 'birth_date']);
    expect(Object.keys(inBodies?.fields ?? {})).to.deep.equal(['id', 'name', 'birth_date']);
  });

  it('are digested by what may be read', () => {
    const all = rulesOf({ person: { read: {} } });
    const named = rulesOf({
      person: { read: { fields: ['display_name', 'birth_date', 'email', 'name'] }, delete: {} },
    });
    expect(all.readDigest).to.equal(named.readDigest);
    expect(rulesOf({ person: { read: { fields: ['name'] } } }).readDigest).not.to.equal(all.readDigest);
    const where = [{ name: 'name', op: 'eq', val: 'x' }];
    expect(rulesOf({ person: { read: { where } } }).readDigest).not.to.equal(all.readDigest);
  });

  it('are those of own names alone', () => {
    const policy = accepted(role({ person: { read: {} } }));
    for (const name of ['__proto__', 'constructor', 'toString', '', undefined])
      expect(policy.permissionsOf({ role: name, claims: {} }).person, String(name)).to.deep.equal({});
  });
});

function accepted(file: unknown): ReadPolicy {
  const read = readPolicy({ json: file, duplicates: [] });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.policy;
}

function rulesOf(rules: object): RoleRules {
  const found = accepted(role(rules)).roles.get('r');
  if (found === undefined) throw new Error('the role is lost');
  return found;
}
