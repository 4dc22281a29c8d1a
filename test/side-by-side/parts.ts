// The parts of the tests and checks: scripts of package.json, so `npm run` repeats each alone.
import { matchesGlob } from 'node:path';
import type { Depth } from '../support/depth.ts';
import type { Load } from './side-by-side.ts';

export interface Part {
  readonly name: string;
  readonly load: Load;
  /** The first proof that it belongs to. A part of the gate also runs in the campaign, where it may do more. */
  readonly depth: Depth;
  /** Patterns of paths. A change of one calls the part: `npm test` then runs it as the campaign does. */
  readonly when: readonly string[];
}

/** In each list what takes longest comes first, so that no core is idle at the end. */
export const parts: readonly Part[] = [
  ...ofLoad('computes', {
    'test:persistence': ['gate', 'src/adapters/persistence/**', 'test/agreement/**'],
    'test:browser': ['gate', 'explorer/**', 'client/**', 'src/adapters/http/{pages,openapi}/**', 'test/browser/**'],
    'test:operations': ['gate'],
    'test:api': ['gate', 'src/adapters/persistence/**'],
    'test:command-line': ['gate', 'src/cli/**'],
    'test:suites': ['gate', 'test/{agreement,fuzz,openapi,policies,conformance}/**'],
    'test:tutorial': ['gate', 'docs/adding-a-resource.md', 'test/docs/tutorial.ts'],
    'test:unit': ['gate'],
    'test:memory': ['gate'],
    'test:clients': ['gate', 'client/**'],
    'test:detectors': ['campaign', 'test/{policies,openapi,fuzz}/**'],
    'test:plans': ['campaign', 'src/adapters/persistence/{sql,tables}/**'],
    'test:foreign-clients': ['campaign', 'src/adapters/http/{answer,request}/**'],
    'test:deployment': ['campaign', 'deploy/**', 'src/composition/maintenance/**'],
    planted: ['campaign', 'test/planted/**'],
    'check:lint': ['gate'],
    'check:types': ['gate'],
    'check:format': ['gate'],
    'check:deploy': ['gate'],
    'check:layers': ['gate'],
    'check:client': ['gate'],
    'check:dead-code': ['gate'],
    'check:openapi': ['gate'],
    'check:explorer': ['gate'],
  }),
  ...ofLoad('waits', {
    'test:http': ['gate', 'src/adapters/http/koa/**'],
    'test:faults': ['gate', 'src/adapters/persistence/{connection,storage}/**'],
    'test:chaos': ['campaign', 'test/chaos/**', 'src/adapters/http/handlers/once.ts'],
    'test:cluster': ['campaign', 'src/adapters/persistence/{replication,connection}/**', 'src/composition/processes/**'],
  }),
];

function ofLoad(
  load: Load,
  table: Readonly<Record<string, readonly [depth: Depth, ...when: readonly string[]]>>,
): readonly Part[] {
  return Object.entries(table).map(([name, [depth, ...when]]) => ({ name, load, depth, when }));
}
void matchesGlob;
