// The parts of `npm test` and `npm run check`: scripts of package.json, so `npm run` repeats each alone.
import type { Load } from './side-by-side.ts';

const computing: readonly string[] = [
  'test:browser',
  'test:operations',
  'test:persistence',
  'test:tutorial',
  'test:api',
  'test:command-line',
  'test:suites',
  'test:plans',
  'check:lint',
  'check:types',
  'test:clients',
  'check:format',
  'test:unit',
  'test:memory',
  'check:deploy',
  'check:layers',
  'check:client',
  'check:dead-code',
  'check:openapi',
  'check:explorer',
];

const waiting: readonly string[] = ['test:http', 'test:faults', 'test:chaos', 'test:cluster'];

/** In each list what takes longest comes first, so that no core is idle at the end. */
export const parts: readonly { readonly name: string; readonly load: Load }[] = [
  ...computing.map((name) => ({ name, load: 'computes' as const })),
  ...waiting.map((name) => ({ name, load: 'waits' as const })),
];
