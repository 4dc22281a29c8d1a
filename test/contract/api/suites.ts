// The suites that follow the descriptions of resources, so that they run on any model.
import type { Suite } from './api-under-test.ts';
import { describeAttributes } from './attributes.ts';
import { describeKinds } from './kinds.ts';
import { describeOpenApi } from './openapi.ts';
import { describeRelationships } from './relationships.ts';
import { describeRules } from './rules.ts';
import { describeValidation } from './validation.ts';
import { describeWrittenResources } from './written-resources.ts';

/**
 * The subject of a suite besides HTTP: `type` depends on the declarations of a type, so it is repeated for a type that was added;
 * `storage` can differ on another storage, although the storage contract holds there.
 */
type About = 'type' | 'storage';

export type DeclaredSuite = readonly [Suite, ...(readonly About[])];

export const suitesOfAnyModel: readonly DeclaredSuite[] = [
  [describeAttributes, 'type', 'storage'],
  [describeWrittenResources, 'type', 'storage'],
  [describeKinds, 'type', 'storage'],
  [describeRelationships, 'type', 'storage'],
  [describeRules, 'type', 'storage'],
  [describeValidation, 'type'],
  [describeOpenApi, 'type'],
];

export function suitesAbout(suites: readonly DeclaredSuite[], subject: About): readonly Suite[] {
  return suites.filter(([, ...about]) => about.includes(subject)).map(([suite]) => suite);
}
