import { messageOf } from '#application/model/describe-error';
import { unobserved } from '#application/ports/observation';
import { openAccess } from '../../access/open-access.ts';
import { isLoopback } from '../../config/parse-setting.ts';
import type { Config } from '../../config/config.ts';
import { failure, ok, warning, type Finding } from './finding.ts';

/** Checks that the service can load the policy and the authenticators. */
export async function examineAccess(config: Config): Promise<readonly Finding[]> {
  try {
    const opened = await openAccess(config, { observe: unobserved });
    opened?.stop();
    if (opened === undefined) return withoutPolicy(config);
    const names = [...opened.access.roles.keys()];
    return [ok('access', `roles in the policy: ${names.join(', ')}`)];
  } catch (error) {
    return [failure('access', messageOf(error), 'see docs/access.md')];
  }
}

function withoutPolicy({ host }: Config): readonly Finding[] {
  return isLoopback(host)
    ? []
    : [warning('access', `anyone who can reach ${host} may do everything`, 'set POLICY_FILE, see docs/access.md')];
}
