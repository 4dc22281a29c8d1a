import { expect } from 'chai';
import { messageOf } from '#application/model/describe-error';
import { all, reading, writeAccessFiles } from '../../support/access.ts';
import { startTestService } from '../../support/test-service.ts';

describe('A policy', () => {
  const good = writeAccessFiles({ roles: { all, reader: reading } });
  const bad = writeAccessFiles({ anonymous: 'nobody', roles: { r: { person: { update: {} } } } });
  after(() => {
    for (const files of [good, bad]) files.remove();
  });

  const { POLICY_FILE, KEYS_FILE } = good.environment;
  const refusals: Readonly<Record<string, readonly [Readonly<Record<string, string>>, ...said: readonly string[]]>> = {
    'a policy that is not there': [{ POLICY_FILE: '/nowhere.json' }, 'POLICY_FILE cannot be read: ENOENT'],
    'an empty POLICY_FILE': [{ POLICY_FILE: '' }, 'POLICY_FILE must not be empty'],
    'keys without a policy': [{ KEYS_FILE }, 'KEYS_FILE must be unset without a POLICY_FILE'],
    'a policy and no way in': [{ POLICY_FILE }, 'POLICY_FILE has no role for requests without credentials'],
    'keys that are not there': [{ POLICY_FILE, KEYS_FILE: '/nowhere.json' }, 'KEYS_FILE cannot be read: ENOENT'],
    'tokens without an issuer': [
      { POLICY_FILE, JWT_SECRET: 'x'.repeat(32), JWT_AUDIENCE: 'x' },
      'JWT_ISSUER must be set with JWT_SECRET',
    ],
    'a policy with several mistakes': [bad.environment, '/anonymous', '/roles/r/person/update'],
  };
  for (const [what, [environment, ...said]] of Object.entries(refusals))
    it(`ends the start in one line with ${what}`, async () => {
      const start = startTestService({ DATABASE_URL: 'memory:', ...environment });
      const failure = await start.then(() => 'none', messageOf);
      expect(failure).not.to.include('\n');
      for (const each of said) expect(failure).to.include(each);
    });
});
