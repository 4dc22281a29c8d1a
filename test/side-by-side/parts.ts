// The parts of the proof. Each is a script of package.json, so `npm run` repeats it alone.
import type { Load } from './side-by-side.ts';

/** What takes longest comes first, so that no core is idle at the end. */
export const parts: readonly { readonly name: string; readonly load: Load }[] = [
  { name: 'test:browser', load: 'waits' },
  { name: 'test:http', load: 'waits' },
  { name: 'test:faults', load: 'waits' },
  { name: 'test:chaos', load: 'waits' },
  { name: 'test:cluster', load: 'waits' },
  { name: 'test:operations', load: 'computes' },
  { name: 'test:tutorial', load: 'computes' },
  { name: 'test:api', load: 'computes' },
  { name: 'test:persistence', load: 'computes' },
  { name: 'test:suites', load: 'computes' },
  { name: 'test:plans', load: 'computes' },
  { name: 'test:memory', load: 'computes' },
  { name: 'test:command-line', load: 'computes' },
  { name: 'check:lint', load: 'computes' },
  { name: 'test:clients', load: 'computes' },
  { name: 'test:unit', load: 'computes' },
  { name: 'check:types', load: 'computes' },
  { name: 'check:deploy', load: 'computes' },
  { name: 'check:dead-code', load: 'computes' },
  { name: 'check:format', load: 'computes' },
  { name: 'check:layers', load: 'computes' },
  { name: 'check:openapi', load: 'computes' },
  { name: 'check:client', load: 'computes' },
  { name: 'check:explorer', load: 'computes' },
];
