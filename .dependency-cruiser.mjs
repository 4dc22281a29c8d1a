// The architecture as import rules. See ARCHITECTURE.md.
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const package_ = (names) => `(^|/)node_modules/(@types/)?(${names})`;

export default {
  forbidden: [
    forbid(
      'domain-imports-nothing',
      'The domain has no dependencies.',
      { path: '^src/domain' },
      { pathNot: '^src/domain' },
    ),
    forbid(
      'application-imports-domain',
      'Use cases depend only on the domain and their ports.',
      { path: '^src/application' },
      { pathNot: '^src/(domain|application)' },
    ),
    forbid(
      'adapters-import-inward',
      'Adapters depend on the application and the domain, not on the composition.',
      { path: '^src/adapters' },
      { path: '^src', pathNot: '^src/(domain|application|adapters)' },
    ),
    forbid(
      'adapters-ignore-each-other',
      'Adapters communicate only through ports.',
      { path: '^src/adapters/([^/]+)/' },
      { path: '^src/adapters/', pathNot: '^src/adapters/$1/' },
    ),
    forbid(
      'koa-only-in-http',
      'Only the HTTP adapter may use Koa.',
      { path: '^src', pathNot: '^src/adapters/http/' },
      { path: package_('@koa|koa') },
    ),
    forbid(
      'koa-only-at-the-socket',
      'Behind the socket, requests and answers are data.',
      { path: '^src/adapters/http/(api|request|answer|handlers|jsonapi|export|openapi)' },
      { path: package_('@koa|koa') },
    ),
    forbid(
      'jsonapi-ignores-koa-side',
      'Parsing and rendering do not depend on routes, handlers or middleware.',
      { path: '^src/adapters/http/jsonapi' },
      { path: '^src/adapters/http', pathNot: '^src/adapters/http/jsonapi' },
    ),
    forbid(
      'export-is-only-routed',
      'Only routes know the exports.',
      { path: '^src', pathNot: '^src/adapters/http/(export/|routes)' },
      { path: '^src/adapters/http/export' },
    ),
    forbid(
      'replicas-by-one-file',
      'Others know of replicas what `replicas.ts` says. The processes of a service share how far their writes go.',
      { path: '^src', pathNot: '^src/(adapters/persistence/replication|composition/workers)/' },
      { path: '^src/adapters/persistence/replication/', pathNot: '/replicas.ts$' },
    ),
    forbid(
      'hosts-by-one-file',
      'A pool knows of several hosts what `open-hosts.ts` says; nothing else does.',
      { path: '^src', pathNot: '^src/adapters/persistence/connection/hosts/' },
      { path: '^src/adapters/persistence/connection/hosts/', pathNot: '/open-hosts.ts$' },
    ),
    forbid(
      'processes-by-one-file',
      'Whether one process serves or several is known to `processes.ts`.',
      { path: '^src', pathNot: '^src/composition/workers/' },
      { path: '^src/composition/workers/', pathNot: '/processes.ts$' },
    ),
    forbid(
      'openapi-is-only-routed',
      'Nothing depends on the description of the API.',
      { path: '^src/adapters', pathNot: '^src/adapters/http/(openapi/|routes)' },
      { path: '^src/adapters/http/openapi' },
    ),
    forbid(
      'csv-only-where-files-are-written',
      'JSON:API documents have no CSV.',
      { path: '^src', pathNot: '^src/(adapters/http/export|cli)/' },
      { path: package_('csv-stringify(/|$)') },
    ),
    forbid(
      'database-only-in-persistence',
      'Only the persistence adapter may use the database packages.',
      { path: '^src', pathNot: '^src/adapters/persistence/' },
      { path: package_('(@mikro-orm|kysely|pg|@electric-sql)(/|$)') },
    ),
    forbid(
      'inversify-only-in-composition',
      'There is one composition root.',
      { path: '^src', pathNot: '^src/composition/' },
      { path: package_('(inversify|reflect-metadata)(/|$)') },
    ),
    forbid(
      'memory-imports-no-package',
      'The memory adapter is the reference implementation: plain code without packages.',
      { path: '^src/adapters/memory/' },
      { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-no-pkg', 'npm-unknown', 'core'] },
    ),
    forbid(
      'cli-imports-composition',
      'The command line reaches the storage through the composition only. Descriptions of resources are data.',
      { path: '^src/cli/' },
      {
        path: '^src/',
        pathNot: '^src/(cli|composition|adapters/http/jsonapi/resources)/|^src/(main.ts|require-type-stripping.js)$',
      },
    ),
    forbid(
      'nothing-imports-cli',
      'The command line is outermost.',
      { path: '^src', pathNot: '^src/cli/' },
      { path: '^src/cli/' },
    ),
    forbid(
      'cli-packages-only-in-cli',
      'The service loads nothing that only the command line needs.',
      { path: '^src', pathNot: '^src/cli/' },
      { path: package_('(@faker-js|csv-parse|cli-progress|commander)(/|$)') },
    ),
    forbid(
      'explorer-is-a-client',
      'The explorer knows the service only by its API.',
      { path: '^explorer/src' },
      { path: '^(src|test|bench)/' },
    ),
    forbid(
      'explorer-model-is-plain',
      'What the explorer knows is plain code, tested without a browser.',
      { path: '^explorer/src/model' },
      { pathNot: '^(explorer/src/model|client/built)/' },
    ),
    forbid(
      'explorer-state-has-no-view',
      'The state of the explorer does not depend on its components.',
      { path: '^explorer/src/state' },
      { path: '^explorer/src/components' },
    ),
    forbid(
      'src-ignores-tests',
      'Production code does not depend on tests or benchmarks.',
      { path: '^src' },
      { path: '^(test|bench)/' },
    ),
    forbid(
      'no-dev-dependency-in-src',
      'Dev dependencies are not installed in production.',
      { path: '^src' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
    ),
    forbid(
      'client-stands-alone',
      'The client is used without the service, in browsers too.',
      { path: '^client/src' },
      { pathNot: ['^client/src', package_('openapi-fetch/')] },
    ),
    forbid(
      'src-ignores-client',
      'The service does not use its client; the command line does.',
      { path: '^src', pathNot: '^src/cli/' },
      { path: '^client/' },
    ),
    forbid(
      'client-is-a-package',
      'The client is used as it is built, which needs no compiler.',
      { path: '^(src|explorer)/' },
      { path: '^client/src/' },
    ),
    forbid('no-cycles', 'Circular imports are forbidden.', {}, { circular: true }),
    forbid('unresolvable', 'Every import must resolve.', {}, { couldNotResolve: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: '(^|/)(node_modules|client/built)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
};
