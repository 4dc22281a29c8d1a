import { messageOf } from '#application/model/describe-error';
import { openAccess, type AccessEvents } from '../../access/open-access.ts';
import { isLoopback } from '../../config/parse-setting.ts';
import type { Config } from '../../config/config.ts';
import { failure, ok, warning, type Finding } from './finding.ts';

/** Whether the service could open the policy and the ways to authenticate. */
export async function examineAccess(config: Config): Promise<readonly Finding[]> {
  try {
    const opened = await openAccess(config, unheard);
    opened?.stop();
    if (opened === undefined) return withoutPolicy(config);
    const names = [...opened.access.roles.keys()];
    return [ok('access', `roles of the policy: ${names.join(', ')}`)];
  } catch (error) {
    return [failure('access', messageOf(error), 'see docs/security.md')];
  }
}

function withoutPolicy({ host }: Config): readonly Finding[] {
  return isLoopback(host)
    ? []
    : [warning('access', `whoever reaches ${host} may do everything`, 'set POLICY_FILE, see docs/security.md')];
}

/** Nothing happens to access that is stopped at once. */
const unheard: AccessEvents = {
  onIdentified: () => undefined,
  policyServed: () => undefined,
  keysReloaded: () => undefined,
  keysInvalid: () => undefined,
  issuerFailed: () => undefined,
};
