// The parts of the tests, and the checks. Each is a script of package.json, so `npm run` repeats it alone.
import type { Depth } from '../support/depth.ts';

/** Some keep a core busy; others mostly wait: for time limits, for servers that start and stop. */
export type Load = 'computes' | 'waits';

export interface TestPart {
  readonly name: string;
  readonly load: Load;
  /** The campaign also runs the parts of the gate, which may do more there. */
  readonly depth: Depth;
  /** Path patterns, in addition to the part's own folder. If a changed file matches one, `npm test` runs the part as the campaign does. */
  readonly when: readonly string[];
}

const [computes, waits] = ['computes', 'waits'] as const;
const [gate, campaign] = ['gate', 'campaign'] as const;

const pages = ['explorer/**', 'client/**', 'src/adapters/http/{pages,openapi}/**', 'test/browser/**'];
const processes = ['src/start.js', 'src/main.ts', 'src/composition/{processes,observing}/**'];
const packages = ['package.json', 'package-lock.json'];
const deployment = ['deploy/**', 'test/deploy/**', 'docs/run.md', '.dockerignore', ...packages];
const foreign = ['src/adapters/http/{answer,request}/**', 'test/integration/clients/sample.ts'];
const schema = ['src/domain/{resource,schema,rules}.ts', 'src/adapters/persistence/drafting/**'];
const database = 'src/adapters/persistence';
const tables = [`${database}/tables/**`, 'src/product/{tables.ts,migrations/**}'];

/** The longest part of each load comes first, and the parts that never wait come last, so that no core idles at the end. */
export const tests = [
  { name: 'test:http', load: waits, depth: gate, when: ['src/adapters/http/koa/**', `${database}/storage/**`] },
  {
    name: 'test:persistence',
    load: waits,
    depth: gate,
    when: [`${database}/**`, ...tables, 'test/{contract,upgrades}/**'],
  },
  { name: 'test:operations', load: waits, depth: gate, when: [...processes, ...tables] },
  { name: 'test:faults', load: waits, depth: gate, when: [`${database}/{connection,storage}/**`] },
  {
    name: 'test:library',
    load: computes,
    depth: gate,
    when: ['test/{models,contract,agreement,policies}/**', ...schema],
  },
  { name: 'test:archive', load: computes, depth: gate, when: ['test/{models,agreement,policies}/**', ...schema] },
  { name: 'test:command-line', load: computes, depth: gate, when: ['src/cli/**', 'client/src/**'] },
  { name: 'test:suites', load: computes, depth: gate, when: ['test/{agreement,fuzz,openapi,policies,conformance}/**'] },
  { name: 'test:api', load: computes, depth: gate, when: [`${database}/**`, 'test/contract/api/**'] },
  { name: 'test:browser', load: computes, depth: gate, when: pages },
  { name: 'test:clients', load: computes, depth: gate, when: ['client/**'] },
  { name: 'test:tutorial', load: computes, depth: gate, when: ['docs/models.md', 'src/models/**', ...schema] },
  { name: 'test:memory', load: computes, depth: gate, when: ['src/adapters/{memory,http/policy}/**'] },
  { name: 'test:unit', load: computes, depth: gate, when: [] },
  {
    name: 'test:chaos',
    load: waits,
    depth: campaign,
    when: ['test/chaos/**', 'src/application/writing/**', 'src/adapters/http/handlers/once.ts'],
  },
  {
    name: 'test:cluster',
    load: waits,
    depth: campaign,
    when: [`${database}/replication/**`, 'src/composition/processes/**'],
  },
  { name: 'test:detectors', load: computes, depth: campaign, when: ['test/{policies,openapi,fuzz}/**'] },
  { name: 'test:plans', load: computes, depth: campaign, when: [`${database}/sql/**`, ...tables] },
  { name: 'planted', load: computes, depth: campaign, when: ['test/planted/**'] },
  { name: 'test:deployment', load: computes, depth: campaign, when: [...deployment, 'src/composition/maintenance/**'] },
  { name: 'test:foreign-clients', load: computes, depth: campaign, when: [...foreign, ...packages] },
] as const satisfies readonly TestPart[];

/** Parts with a line in the account. */
export type GatePart = Extract<(typeof tests)[number], { readonly depth: 'gate' }>['name'];

/** In the order in which they start. */
export const checks = [
  'check:lint',
  'check:types',
  'check:format',
  'check:deploy',
  'check:layers',
  'check:client',
  'check:dead-code',
  'check:openapi',
  'check:explorer',
] as const;
