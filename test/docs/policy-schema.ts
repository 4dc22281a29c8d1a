import { format } from 'prettier';
import { policySchema } from '#adapters/http/policy/policy-schema';
import { resources } from '#test/support/model';

export const POLICY_SCHEMA = 'docs/policy.schema.json';

/** The schema of policies, as it is published. */
export function policySchemaText(): Promise<string> {
  return format(JSON.stringify(policySchema(resources)), { parser: 'json', printWidth: 120 });
}
