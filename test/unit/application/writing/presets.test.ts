import { expect } from 'chai';
import { resources } from '#test/support/model';
import { readPolicy } from '#adapters/http/policy/read-policy';
import { ForbiddenError } from '#application/model/errors';
import { grantOf, type Permissions } from '#application/model/permissions';
import { presetTargets, requirePresets, withoutPresets, withPresets } from '#application/writing/presets';
import type { Entity } from '#domain/entity';
import { perType } from '#domain/schema';

/** Of an actor for whom the policy sets these fields of a new computer. */
function permissionsWith(set: object, claims: Readonly<Record<string, unknown>> = {}): Permissions {
  const roles = { r: { computer: { read: {}, create: { set } } } };
  const read = readPolicy({ json: { roles }, duplicates: [] }, resources);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.policy.permissionsOf({ role: 'r', claims });
}

const person: Entity = { type: 'person', id: '7', version: 1, attributes: {}, targets: {} };
const stored = { ...perType(() => new Map<string, Entity>()), person: new Map([['7', person]]) };

describe('A value that the policy sets in a new resource', () => {
  const set = { owner: { claim: 'person_id' }, serial: { claim: 'serial' } };
  const claims = { person_id: 7, serial: 'S-1' };
  const permissions = permissionsWith(set, claims);

  it('is that of a claim, for both attributes and relationships', () => {
    expect(withPresets(permissions, 'computer', { attributes: {}, linkage: {} })).to.deep.equal({
      attributes: { serial: 'S-1' },
      linkage: { owner: '7' },
    });
    expect(presetTargets(permissions, 'computer')).to.deep.equal([{ type: 'person', id: '7' }]);
    expect(presetTargets(permissions, 'person')).to.deep.equal([]);
    expect(withoutPresets(permissions, 'computer', { owner: '8' })).to.deep.equal({});
  });

  type Sent = Partial<Parameters<typeof requirePresets>[2]>;
  const check = (given: Permissions, sent: Sent): void =>
    requirePresets(given, 'computer', { attributes: {}, linkage: {}, ...sent }, { stored });

  const allowed: Readonly<Record<string, Sent>> = {
    'left out': {},
    'sent as it is': { attributes: { serial: 'S-1' }, linkage: { owner: '7' } },
    'implied by the path': { implied: { owner: '7' } },
    'sent and implied': { linkage: { owner: '7' }, implied: { owner: '7' } },
  };
  for (const [how, sent] of Object.entries(allowed))
    it(`can be ${how}`, () => {
      expect(() => check(permissions, sent)).not.to.throw();
    });

  const refused: Readonly<Record<string, readonly [sent: Sent, field: string, isImplied?: boolean]>> = {
    'sent with another text': [{ attributes: { serial: 's-1' } }, 'serial'],
    'sent as null': [{ attributes: { serial: null } }, 'serial'],
    'sent with another target': [{ linkage: { owner: '8' } }, 'owner'],
    'sent without a target': [{ linkage: { owner: null } }, 'owner'],
    'implied otherwise by the path': [{ implied: { owner: '8' } }, 'owner', true],
    'sent as it is, and implied otherwise': [{ linkage: { owner: '7' }, implied: { owner: '8' } }, 'owner', true],
    'sent otherwise, and implied as it is': [{ linkage: { owner: '8' }, implied: { owner: '7' } }, 'owner'],
  };
  for (const [how, [sent, field, isImplied = false]] of Object.entries(refused))
    it(`is refused if ${how}`, () => {
      expect(() => check(permissions, sent))
        .to.throw(ForbiddenError)
        .that.includes({ action: 'create', type: 'computer', field, isImplied });
    });

  const unusable: Readonly<Record<string, object>> = {
    'is missing': { serial: 'S-1' },
    'is inherited': Object.assign(Object.create({ person_id: 7 }) as object, { serial: 'S-1' }),
    'is null': { ...claims, person_id: null },
    'is a boolean': { ...claims, person_id: true },
    'is a list': { ...claims, person_id: ['7'] },
    'is an object': { ...claims, person_id: { id: '7' } },
    'is a fraction': { ...claims, person_id: 7.5 },
    'is not a canonical identifier': { ...claims, person_id: '07' },
    'leads to nothing': { ...claims, person_id: '8' },
    'is a number for a text': { ...claims, serial: 7 },
    'is a text without characters': { ...claims, serial: ' ' },
  };
  for (const [what, held] of Object.entries(unusable))
    it(`forbids a creation if the claim ${what}`, () => {
      const lacking = permissionsWith(set, held as Readonly<Record<string, unknown>>);
      expect(Object.keys(grantOf(lacking, 'create', 'computer')?.set ?? {})).to.have.members(['owner', 'serial']);
      expect(() => check(lacking, {})).to.throw(ForbiddenError);
    });
});
