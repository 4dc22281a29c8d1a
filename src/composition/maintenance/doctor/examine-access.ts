import { messageOf } from '#application/model/describe-error';
import { policyOf, readPolicyText } from '../../access/read-policy-file.ts';
import { isLoopback } from '../../config/parse-setting.ts';
import type { Config } from '../../config/config.ts';
import { failure, ok, warning, type Finding } from './finding.ts';

/** Whether the policy can be used. */
export async function examineAccess({
  policyFile,
  host,
}: Pick<Config, 'policyFile' | 'host'>): Promise<readonly Finding[]> {
  if (policyFile === undefined)
    return isLoopback(host)
      ? []
      : [warning('access', `whoever reaches ${host} may do everything`, 'set POLICY_FILE, see docs/security.md')];
  try {
    const { roles } = await policyOf(readPolicyText(policyFile));
    return [ok('access', `the policy has ${roles.size} roles: ${[...roles.keys()].join(', ')}`)];
  } catch (error) {
    return [failure('access', messageOf(error), 'see docs/security.md')];
  }
}
