// The architecture as rules: who may import whom. See ARCHITECTURE.md.
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const package_ = (names) => `(^|/)node_modules/(@types/)?(${names})`;

export default {
  forbidden: [
    forbid('domain-imports-nothing', 'The domain stands alone.', { path: '^src/domain' }, { pathNot: '^src/domain' }),
    forbid(
      'application-imports-domain',
      'Use cases know the domain and their ports.',
      { path: '^src/application' },
      { pathNot: '^src/(domain|application)' },
    ),
    forbid(
      'adapters-import-inward',
      'Adapters know application and domain, not who composes them.',
      { path: '^src/adapters' },
      { path: '^src', pathNot: '^src/(domain|application|adapters)' },
    ),
    forbid(
      'adapters-ignore-each-other',
      'Adapters meet at the ports.',
      { path: '^src/adapters/([^/]+)/' },
      { path: '^src/adapters/', pathNot: '^src/adapters/$1/' },
    ),
    forbid(
      'koa-only-in-http',
      'Koa ends at the HTTP adapter.',
      { path: '^src', pathNot: '^src/adapters/http/' },
      { path: package_('@koa|koa') },
    ),
    forbid(
      'koa-not-in-jsonapi',
      'Documents and queries are pure.',
      { path: '^src/adapters/http/jsonapi' },
      { path: package_('@koa|koa') },
    ),
    forbid(
      'jsonapi-ignores-koa-side',
      'The pure side does not know what calls it.',
      { path: '^src/adapters/http/jsonapi' },
      { path: '^src/adapters/http', pathNot: '^src/adapters/http/jsonapi' },
    ),
    forbid(
      'database-only-in-persistence',
      'SQL ends at the persistence adapter.',
      { path: '^src', pathNot: '^src/adapters/persistence/' },
      { path: package_('(@mikro-orm|kysely|pg|@electric-sql)(/|$)') },
    ),
    forbid(
      'inversify-only-in-composition',
      'One composition root.',
      { path: '^src', pathNot: '^src/composition/' },
      { path: package_('(inversify|reflect-metadata)(/|$)') },
    ),
    forbid(
      'memory-imports-no-package',
      'The reference semantics are plain code.',
      { path: '^src/adapters/memory/' },
      { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-no-pkg', 'npm-unknown', 'core'] },
    ),
    forbid('src-ignores-tests', 'Nothing that runs needs a test.', { path: '^src' }, { path: '^(test|bench)/' }),
    forbid(
      'no-dev-dependency-in-src',
      'What runs is installed where it runs.',
      { path: '^src' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
    ),
    forbid('no-cycles', 'A file can be read after what it imports.', {}, { circular: true }),
    forbid('unresolvable', 'Every import leads somewhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
};
