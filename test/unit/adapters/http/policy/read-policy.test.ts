import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { resources } from '#test/support/model';
import { policySchema } from '#adapters/http/policy/policy-schema';
import { readPolicy, type ReadPolicy } from '#adapters/http/policy/read-policy';
import type { RoleRules } from '#adapters/http/policy/role-rules';
import { everything } from '#application/model/filter';
import { grantOf } from '#application/model/permissions';
import { IDENTIFIER } from '#domain/resource';
import { declaredAttribute } from '#domain/schema';

const role = (rules: object): object => ({ roles: { r: rules } });
const creating = (set: unknown): object => role({ computer: { read: {}, create: { fields: [], set } } });
const where = (filter: unknown): object => role({ person: { read: { where: [filter] } } });

/** Invalid files, with the pointer and part of the detail of each problem. */
const wrong: Readonly<
  Record<string, readonly [file: unknown, ...problems: readonly [pointer: string, part: string][]]>
> = {
  'no object': [[], ['', 'must be an object, not a list']],
  'no roles': [{}, ['', '"roles" is missing']],
  'another member': [{ roles: {}, rolls: {} }, ['/rolls', 'unknown member "rolls"; did you mean "roles"?']],
  'a $schema and an anonymous role that are not strings': [
    { $schema: 7, anonymous: ['r'], roles: { r: {} } },
    ['/$schema', 'must be a string, not a number'],
    ['/anonymous', 'must be a string, not a list'],
  ],
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
    ['/roles/r/person/read/fields/0', 'refers to computer'],
  ],
  'a write without a read': [role({ person: { update: {} } }), ['/roles/r/person/update', 'needs "read"']],
  'a creation without a required attribute': [
    role({ person: { read: {}, create: { fields: ['email'] } } }),
    ['/roles/r/person/create/fields', 'lacks "name"'],
  ],
  'a creation that sets another field than the required one': [
    creating({ owner: '1' }),
    ['/roles/r/computer/create/fields', 'lacks "serial"'],
  ],
  'fields to set that are no object': [
    role({ computer: { read: {}, create: { set: ['serial'] } } }),
    ['/roles/r/computer/create/set', 'must be an object, not a list'],
  ],
  'an unknown field to set': [
    creating({ serial: 'x', onwer: '1' }),
    ['/roles/r/computer/create/set/onwer', 'unknown field "onwer"; did you mean "owner"?'],
  ],
  'the id to set': [creating({ serial: 'x', id: '1' }), ['/roles/r/computer/create/set/id', 'unknown field "id"']],
  'a computed attribute to set': [
    role({ person: { read: {}, create: { set: { display_name: 'x' } } } }),
    ['/roles/r/person/create/set/display_name', 'unknown field'],
  ],
  'a relationship to many to set': [
    role({ person: { read: {}, create: { set: { computers: { claim: 'computers' } } } } }),
    ['/roles/r/person/create/set/computers', 'unknown field'],
  ],
  'a field to set that all objects have': [
    JSON.parse('{"roles":{"r":{"person":{"read":{},"create":{"set":{"__proto__":"x"}}}}}}'),
    ['/roles/r/person/create/set/__proto__', 'unknown field'],
  ],
  'fields to set in an update': [
    role({ computer: { read: {}, update: { set: { serial: 'x' } } } }),
    ['/roles/r/computer/update/set', 'unknown member "set"'],
  ],
  'values to set that no resource can have': [
    creating({ serial: ' ', owner: '01' }),
    ['/roles/r/computer/create/set/serial', 'at least one character that is not white space'],
    ['/roles/r/computer/create/set/owner', 'must be the id of a resource'],
  ],
  'null to set': [creating({ serial: null }), ['/roles/r/computer/create/set/serial', 'must be a string']],
  'a number to set as the id': [
    creating({ serial: 'x', owner: 1 }),
    ['/roles/r/computer/create/set/owner', 'must be the id of a resource'],
  ],
  'a list to set': [creating({ serial: ['x'] }), ['/roles/r/computer/create/set/serial', 'an object, not a list']],
  'claims to set without a name': [
    creating({ serial: { claim: '' }, owner: { claim: 7 } }),
    ['/roles/r/computer/create/set/serial/claim', 'must be the name of a claim'],
    ['/roles/r/computer/create/set/owner/claim', 'must be the name of a claim'],
  ],
  'a claim to set that all objects have': [
    creating({ serial: { claim: 'constructor' } }),
    ['/roles/r/computer/create/set/serial/claim', 'must be the name of a claim'],
  ],
  'something beside a claim to set': [
    creating({ serial: { claim: 'serial', or: 'x' } }),
    ['/roles/r/computer/create/set/serial/or', 'unknown member "or"'],
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
  'mistakes in structure and in meaning': [
    {
      anonymous: 'x',
      roles: {
        r: { persn: {}, person: { read: { fields: ['nme'], where: [{ and: 1 }] }, create: { fields: ['email', 7] } } },
      },
    },
    ['/anonymous', 'role'],
    ['/roles/r/persn', 'unknown type'],
    ['/roles/r/person/read/fields/0', 'unknown field'],
    ['/roles/r/person/read/where/0/and', 'takes a list of filter objects'],
    ['/roles/r/person/create/fields/1', 'must be the name of a field, not a number'],
    ['/roles/r/person/create/fields', 'lacks "name"'],
  ],
  'names of roles that are too long, empty or on two lines': [
    { roles: { ['r'.repeat(101)]: {}, '': {}, 'a\nb': {} } },
    [`/roles/${'r'.repeat(101)}`, 'no role can be called'],
    ['/roles/', 'no role can be called ""'],
    ['/roles/a\nb', 'no role can be called "a\\nb"'],
  ],
  'names that all objects have': [
    JSON.parse('{"roles":{"r":{"toString":{},"person":{"__proto__":{},"read":{"fields":["constructor"]}}}}}'),
    ['/roles/r/toString', 'unknown type'],
    ['/roles/r/person/__proto__', 'unknown action'],
    ['/roles/r/person/read/fields/0', 'unknown field'],
  ],
  'several mistakes': [
    { anonymous: 'x', roles: { a: { person: { update: {} } }, 'b/c': { computer: { delete: {} } } } },
    ['/anonymous', 'role'],
    ['/roles/a/person/update', 'read'],
    ['/roles/b~1c/computer/delete', 'read'],
  ],
};

/** The mistakes that the published schema cannot describe. */
const beyondSchema = new Set([
  'an unknown anonymous role',
  'an anonymous role that all objects have',
  'a field twice',
  'a relationship to what may not be read',
  'a write without a read',
  'a creation without a required attribute',
  'an unknown field in a where',
  'a value of another kind',
  'a creation that sets another field than the required one',
  'values to set that no resource can have',
  'a number to set as the id',
  'several mistakes',
]);

const isValid = new Ajv({ allowUnionTypes: true, ownProperties: true }).compile(policySchema(resources));

describe('A policy file', () => {
  for (const [what, [file, ...problems]] of Object.entries(wrong))
    it(`is refused with ${what}`, () => {
      const read = readPolicy({ json: file, duplicates: [] }, resources);
      if ('policy' in read) throw new Error('it is accepted');
      if (!beyondSchema.has(what)) expect(isValid(file), 'by the schema').to.equal(false);
      expect(read.problems.map(({ pointer }) => pointer)).to.deep.equal(problems.map(([pointer]) => pointer));
      for (const [index, [, part]] of problems.entries()) expect(read.problems[index]?.detail).to.include(part);
    });

  it('is accepted with role names of 100 characters, even if each takes two UTF-16 units', () => {
    const name = '\u{1F600}'.repeat(100);
    expect([...accepted({ roles: { [name]: {} } }).roles.keys()]).to.deep.equal([name]);
  });

  it('is refused if it could not be parsed', () => {
    const read = readPolicy({ fault: { path: ['roles', 'a/b', 0], detail: 'must be JSON' } }, resources);
    expect(read).to.deep.equal({ problems: [{ pointer: '/roles/a~1b/0', detail: 'must be JSON' }] });
  });

  it('is refused with duplicate members and all other mistakes', () => {
    const file = { json: { roles: { r: { persn: {} } } }, duplicates: [['roles', 'a/b', 'person', 'read', 'where']] };
    const read = readPolicy(file, resources);
    expect('problems' in read ? read.problems.map(({ pointer }) => pointer) : []).to.deep.equal([
      '/roles/a~1b/person/read/where',
      '/roles/r/persn',
    ]);
  });

  it('is refused with all its problems, even if they outnumber the arguments a call can have', () => {
    const val = Array.from({ length: 130_000 }, () => 0);
    const read = readPolicy({ json: where({ name: 'name', op: 'in_', val }), duplicates: [] }, resources);
    expect('problems' in read ? read.problems : []).to.have.length(val.length);
  });

  it('is accepted as the documentation shows it', () => {
    const { roles, anonymous } = accepted(JSON.parse(readFileSync('docs/policy.example.json', 'utf8')));
    expect([...roles.keys()]).to.deep.equal(['reader', 'editor', 'admin', 'self']);
    expect(anonymous).to.equal('reader');
    expect(roles.get('self')).to.deep.include({ restricted: new Set(['person', 'computer']), readClaims: ['email'] });
  });
});

describe('The rules of a role', () => {
  it('grant nothing on types that cannot be read', () => {
    const { permissions, set, may } = rulesOf({ computer: { read: {}, update: {} } });
    expect(permissions.person).to.deep.equal({});
    expect(Object.keys(set)).to.deep.equal(['computer']);
    expect(Object.keys(set.computer?.fields ?? {})).to.deep.equal(['id', 'serial']);
    expect(grantOf(permissions, 'update', 'computer')?.fields).to.deep.equal(new Set(['serial']));
    expect(may).to.deep.equal({ computer: { read: {}, update: {} } });
  });

  it('do not reveal their conditions on rows', () => {
    const { permissions, may, restricted, readClaims, claims } = rulesOf({
      person: {
        read: { where: [{ name: 'name', op: 'in_', val: { claim: 'names' } }] },
        update: { where: [{ name: 'email', op: 'eq', val: { claim: 'email' } }] },
        delete: { where: [] },
      },
    });
    expect(grantOf(permissions, 'read', 'person')?.rows).to.deep.equal({
      kind: 'in',
      attribute: 'name',
      values: { kind: 'claim', claim: 'names', of: declaredAttribute('person', 'name') },
    });
    expect(grantOf(permissions, 'delete', 'person')?.rows).to.deep.equal(everything);
    expect(may).to.deep.equal({ person: { read: {}, update: {}, delete: {} } });
    expect([...restricted]).to.deep.equal(['person']);
    expect(readClaims).to.deep.equal(['names']);
    expect(claims).to.deep.equal(['email', 'names']);
  });

  it('let bodies name what may be read or written', () => {
    const { set } = rulesOf({ person: { read: { fields: ['birth_date'] }, update: { fields: ['name'] } } });
    const { fields = {}, inBodies } = set.person ?? {};
    expect(Object.keys(fields)).to.deep.equal(['id', 'birth_date']);
    expect(Object.keys(inBodies?.fields ?? {})).to.deep.equal(['id', 'name', 'birth_date']);
  });

  it('cover relationships that clients do not see for writes, but not for reads', () => {
    const { owner, ...fields } = resources.computer.fields;
    expect(owner?.kind).to.equal('relationship');
    const json = role({ person: { read: {} }, computer: { read: {}, update: {} } });
    const found = readPolicy({ json, duplicates: [] }, { ...resources, computer: { ...resources.computer, fields } });
    const permissions = 'policy' in found ? found.policy.roles.get('r')?.permissions : undefined;
    const covers = (action: 'read' | 'update'): boolean | undefined =>
      permissions && grantOf(permissions, action, 'computer')?.fields.has('owner');
    expect([covers('read'), covers('update')]).to.deep.equal([false, true]);
  });

  it('set values in new resources, which bodies may name only if the role reads or writes them', () => {
    const create = { fields: ['owner'], set: { owner: { claim: 'person_id' }, serial: 'S-1' } };
    const { permissions, set, may, claims, readClaims, shared } = rulesOf({
      person: { read: {} },
      computer: { read: { fields: ['owner'] }, create },
    });
    expect(grantOf(permissions, 'create', 'computer')).to.deep.include({
      fields: new Set(['owner']),
      set: { owner: { kind: 'claim', claim: 'person_id', of: IDENTIFIER }, serial: 'S-1' },
    });
    const { fields = {}, preset } = set.computer?.inBodies ?? {};
    expect(Object.keys(fields)).to.deep.equal(['id', 'owner']);
    expect(preset).to.deep.equal(new Set(['owner', 'serial']));
    expect(may.computer?.create).to.deep.equal({ fields: ['owner'] });
    expect({ claims, readClaims, shared }).to.deep.equal({ claims: ['person_id'], readClaims: [], shared: undefined });
  });

  it('can set a link to a type that cannot be read', () => {
    const { permissions, set } = rulesOf({ computer: { read: {}, create: { set: { owner: '7' } } } });
    expect(grantOf(permissions, 'create', 'computer')?.set).to.deep.equal({ owner: '7' });
    expect(Object.keys(set.computer?.inBodies.fields ?? {})).to.deep.equal(['id', 'serial']);
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

  it('restrict a type by every condition, even by one that matches all rows', () => {
    const { restricted } = rulesOf({ person: { read: { where: [{ and: [] }] } }, computer: { read: { where: [] } } });
    expect([...restricted]).to.deep.equal(['person']);
  });

  it('exist only for the names in the file', () => {
    const policy = accepted(role({ person: { read: {} } }));
    for (const name of ['__proto__', 'constructor', 'toString', '', undefined])
      expect(policy.permissionsOf({ role: name, claims: {} }).person, String(name)).to.deep.equal({});
  });
});

function accepted(file: unknown): ReadPolicy {
  expect(isValid(file), 'by the schema').to.equal(true);
  const read = readPolicy({ json: file, duplicates: [] }, resources);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.policy;
}

function rulesOf(rules: object): RoleRules {
  const found = accepted(role(rules)).roles.get('r');
  if (found === undefined) throw new Error('the role is lost');
  return found;
}
