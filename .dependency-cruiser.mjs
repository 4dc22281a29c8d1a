// The architecture as import rules. See ARCHITECTURE.md.
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const package_ = (names) => `(^|/)node_modules/(@types/)?(${names})`;
/** The files that `#declarations` can resolve to. The schema imports them from wherever they are. */
const DECLARATIONS = '^src/(domain|models)/declarations[.]ts$';

/**
 * A rule for each room of a folder: it imports nothing from those above it, and none is missing from the list.
 * @param folder whose rooms these are
 * @param rooms patterns of paths below the folder, from the top; those of one line share an array, and do not import each other
 */
const inOrder = (folder, rooms) => {
  const paths = (patterns) => `^${folder}/(${patterns.join('|')})`;
  const name = folder.split('/').at(-1);
  const upward = rooms.flatMap((line, index) =>
    [line].flat().flatMap((room) => {
      const above = [...rooms.slice(0, index), ...[line].flat()].flat().filter((other) => other !== room);
      const higher = { path: paths(above), pathNot: DECLARATIONS };
      const comment = 'Folders are an order: each imports only from those under it. See ARCHITECTURE.md.';
      return above.length === 0 ? [] : [forbid(`order-of-${name}: ${room}`, comment, { path: paths([room]) }, higher)];
    }),
  );
  const unlisted = { path: `^${folder}/`, pathNot: paths(rooms.flat()) };
  return [...upward, forbid(`order-of-${name}`, 'Every folder has its place in the order.', {}, unlisted)];
};
/** The conditions Node was started with. `--conditions=model` checks the imports that a model in a folder replaces. */
const conditions = process.execArgv.flatMap((option) => /^--conditions=(.*)$/.exec(option)?.[1] ?? []);
const FILES = '[^/]+$';
/** The entry point. For a demo it runs the command line. */
const START = 'start[.]js$';
/** The folders of models outside the product. */
const FOLDERS = '^(test/models|src/models/template)/';

export default {
  forbidden: [
    forbid(
      'domain-imports-nothing',
      'The domain depends on nothing but the declarations of the model.',
      { path: '^src/domain' },
      { pathNot: ['^src/domain', DECLARATIONS] },
    ),
    forbid(
      'declarations-by-the-schema',
      'The engine takes the types from the schema; only the product names them.',
      { path: '^src', pathNot: ['^src/domain/(schema|declarations)[.]ts$', '^src/product/'] },
      { path: [DECLARATIONS, '^src/domain/(person|computer)[.]ts$'] },
    ),
    forbid(
      'product-by-the-composition',
      'Only the composition imports the product; it passes the parts on.',
      { path: '^src', pathNot: ['^src/composition/product/', '^src/product/'] },
      { path: ['^src/product/', '^src/models/product[.]ts$'] },
    ),
    forbid(
      'application-imports-domain',
      'Use cases depend only on the domain and their ports.',
      { path: '^src/application' },
      { pathNot: '^src/(domain|application)' },
    ),
    forbid(
      'adapters-ignore-each-other',
      'Adapters communicate only through ports.',
      { path: '^src/adapters/([^/]+)/' },
      { path: '^src/adapters/', pathNot: '^src/adapters/$1/' },
    ),
    ...inOrder('src', [
      START,
      'cli/',
      `(?!${START})${FILES}`,
      'composition/',
      ['product/', 'models/'],
      'adapters/',
      'application/',
      'domain/',
    ]),
    ...inOrder('src/application', [FILES, 'writing/', 'reading/', 'access/', 'ports/', 'model/']),
    ...inOrder('src/adapters/http', [
      'koa/',
      ['openapi/', 'pages/'],
      'handlers/',
      'policy/',
      'answer/',
      'request/',
      'api/',
    ]),
    ...inOrder('src/adapters/http/request', [FILES, 'query/', 'filter/', 'syntax/']),
    ...inOrder('src/adapters/persistence', ['drafting/', 'replication/', 'storage/', 'sql/', 'connection/', 'tables/']),
    ...inOrder('src/adapters/persistence/connection', [FILES, 'hosts/', 'driver/']),
    ...inOrder('src/adapters/persistence/tables', ['migrations/', 'counts/', FILES]),
    ...inOrder('src/composition', ['processes/', FILES, 'maintenance/', 'access/', 'observing/', '(config|product)/']),
    ...inOrder('src/composition/maintenance', ['doctor/', FILES]),
    ...inOrder('src/cli', [FILES, 'commands/', 'model/', 'seed/', 'import/', 'http/', 'terminal/']),
    forbid(
      'koa-only-at-the-socket',
      'Behind the socket, requests and answers are data.',
      { path: '^src', pathNot: '^src/adapters/http/koa/' },
      { path: package_('@koa|koa') },
    ),
    forbid(
      'answers-parse-nothing',
      'A request is data before it is answered. Errors use the wording of the checks.',
      { path: '^src/adapters/http/answer/' },
      {
        path: '^src/adapters/http/request/',
        pathNot: '/(permission|json|sent-resource)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'api-is-described-where-it-is-served',
      'Nothing but routes and the composition needs the description of the API.',
      { path: '^src', pathNot: '^src/(adapters/http/(openapi|koa)|composition)/' },
      { path: '^src/adapters/http/openapi' },
    ),
    forbid(
      'replicas-by-one-file',
      'Others know of replicas what `replicas.ts` says. The processes of a service share how far their writes go.',
      { path: '^src', pathNot: '^src/(adapters/persistence/replication|composition/processes)/' },
      { path: '^src/adapters/persistence/replication/', pathNot: '/replicas.ts$' },
    ),
    forbid(
      'hosts-by-one-file',
      'A pool knows of several hosts what `host-selector.ts` says; nothing else does.',
      { path: '^src', pathNot: '^src/adapters/persistence/connection/hosts/' },
      { path: '^src/adapters/persistence/connection/hosts/', pathNot: '/host-selector.ts$' },
    ),
    forbid(
      'processes-by-one-file',
      'Whether one process serves or several is known to `processes.ts`.',
      { path: '^src', pathNot: '^src/composition/processes/' },
      { path: '^src/composition/processes/', pathNot: '/processes.ts$' },
    ),
    forbid(
      'csv-only-where-files-are-written',
      'JSON:API documents have no CSV.',
      { path: '^src', pathNot: '^src/(adapters/http/answer/export-writers.ts$|cli/)' },
      { path: package_('csv-stringify(/|$)') },
    ),
    forbid(
      'database-only-in-persistence',
      'Only the persistence adapter and migrations may use the database packages.',
      { path: '^src', pathNot: '^src/(adapters/persistence|product/migrations)/' },
      { path: package_('(@mikro-orm|kysely|pg|@electric-sql)(/|$)') },
    ),
    forbid(
      'jose-only-in-authentication',
      'Tokens are verified in one place.',
      { path: '^src', pathNot: '^src/adapters/authentication/' },
      { path: package_('jose(/|$)') },
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
      'The command line reaches the storage through the composition only. Descriptions of resources, media types and errors are data.',
      { path: '^src/cli/' },
      {
        path: '^src/',
        pathNot:
          '^src/(cli/|composition/|models/(seed-words.ts|take-model.js)|application/model/describe-error.ts|adapters/http/api/(resource-description|media-types|error-wording|formula-cells).ts|(main.ts|require-type-stripping.js)$)',
      },
    ),
    forbid(
      'cli-packages-only-in-cli',
      'The service loads nothing that only the command line needs.',
      { path: '^src', pathNot: '^src/(cli/|product/households[.]ts$)' },
      { path: package_('(@faker-js|csv-parse|cli-progress|commander)(/|$)') },
    ),
    forbid(
      'data-is-invented-lazily',
      'The service imports the product, so only a dynamic import keeps it from loading what invents data.',
      { path: '^src' },
      { path: '^src/product/households[.]ts$', dependencyTypesNot: ['dynamic-import'] },
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
      { pathNot: ['^(explorer/src/model|client/built)/', package_('csv-parse(/|$)')] },
    ),
    forbid(
      'explorer-state-has-no-view',
      'The state of the explorer does not depend on its components.',
      { path: '^explorer/src/state' },
      { path: '^explorer/src/components' },
    ),
    forbid(
      'models-use-the-words',
      'A model imports only its words from the service.',
      { path: FOLDERS },
      { pathNot: [FOLDERS, '^src/models/words[.]ts$', package_('')] },
    ),
    forbid(
      'words-by-models',
      'The words are for models; the service imports the modules that they come from.',
      { path: '^src', pathNot: FOLDERS },
      { path: '^src/models/words[.]ts$' },
    ),
    forbid(
      'product-uses-the-vocabulary',
      'The product imports only the modules that the engine offers to it.',
      { path: '^src/product/' },
      {
        path: '^(src|test)/',
        pathNot:
          '^src/((product|domain)/|models/seed-words[.]|adapters/http/api/(describe-resource|api-config)[.]|adapters/persistence/tables/(table-model|migrations/helpers)[.]|application/writing/(commands|writes)[.])',
      },
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
      { pathNot: ['^client/(src/|built/(schema[.]d[.]ts|resource-types[.](js|d[.]ts))$)', package_('openapi-fetch/')] },
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
    forbid(
      'unresolvable',
      'Every import must resolve. The packages of a peer are installed by the benchmark.',
      { pathNot: '^bench/peers/[^/]+/' },
      { couldNotResolve: true },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: '(^|/)(node_modules|client/built)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: [...conditions, 'import', 'node', 'types', 'default'],
    },
  },
};
