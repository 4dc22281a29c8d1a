// Packs the service as a self-contained package: compiled JavaScript, type declarations for models and programs, and the packages of the lockfile.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const SERVER = '@jsonapi-person-computer/server';

/** Copied unchanged: documents, files for browsers, and the template for `model new`. */
const COPIED = [
  ...[
    'LICENSE',
    'CHANGELOG.md',
    'docs/errors.md',
    'docs/query.md',
    'docs/paging.md',
    'docs/models.md',
    'docs/profiles',
    'explorer/built',
  ],
  ...['src/adapters/http/pages/files', 'src/models/template'],
];

/**
 * Packs the service.
 * @param source the unpacked files of a commit
 * @param installed where `npm ci` has installed its packages
 * @param target the folder to write the package to
 */
export function packServer(source: string, installed: string, target: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'server-package-'));
  try {
    compile(source, installed, folder);
    for (const path of COPIED) {
      // The compiler follows imports into the template, so remove its output.
      rmSync(join(folder, path), { recursive: true, force: true });
      cpSync(join(source, path), join(folder, path), { recursive: true });
    }
    cpSync(join(source, 'docs/models.md'), join(folder, 'README.md'));
    for (const path of pathsOf(source)) bundle(path, source, installed, folder);
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageOf(source), null, 2)}\n`);
    execFileSync('npm', ['pack', '--silent', '--pack-destination', target], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compiles `src` to JavaScript, and the modules that models and programs import to type declarations. */
function compile(source: string, installed: string, folder: string): void {
  symlinkSync(join(installed, 'node_modules'), join(source, 'node_modules'));
  const paths = { '@jsonapi-person-computer/server/model': ['./src/models/words.ts'] };
  const shared = {
    ...{ target: 'es2024', lib: ['es2024'], module: 'nodenext', types: ['node'], rootDir: '.', outDir: folder, paths },
    ...{ rewriteRelativeImportExtensions: true, verbatimModuleSyntax: true, skipLibCheck: true, strict: true },
    // The types were checked before. The two other options affect inferred types.
    ...{ noCheck: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
  };
  const exclude = COPIED;
  emit('build.json', { compilerOptions: { ...shared, allowJs: true }, include: ['src'], exclude });
  const declarations = { ...shared, declaration: true, emitDeclarationOnly: true };
  emit('types.json', { compilerOptions: declarations, files: ['src/models/words.ts', 'src/server.ts'] });

  function emit(name: string, settings: object): void {
    const file = join(source, name);
    writeFileSync(file, JSON.stringify(settings));
    execFileSync(process.execPath, ['node_modules/typescript-7/bin/tsc', '--project', file], {
      cwd: source,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    rmSync(file);
  }
}

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly resolved?: string;
}

/** The packages that the service needs, as paths in the lockfile. The optional ones are builds of Node.js. */
function pathsOf(source: string): readonly string[] {
  return Object.entries(readLock(source)).flatMap(([path, { dev, optional }]) =>
    path.startsWith('node_modules/') && dev !== true && optional !== true ? [path] : [],
  );
}

function readLock(folder: string): Readonly<Record<string, Locked>> {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return packages;
}

/**
 * Copies an installed package, or one of this repository.
 * @throws Error if the installed version is not that of the lockfile
 */
function bundle(path: string, source: string, installed: string, folder: string): void {
  const { link, resolved = '', version } = readLock(source)[path] ?? {};
  if (link === true) {
    for (const name of ['package.json', 'LICENSE', 'README.md', 'built'])
      if (existsSync(join(source, resolved, name)))
        cpSync(join(source, resolved, name), join(folder, path, name), { recursive: true });
    return;
  }
  const { version: present } = JSON.parse(readFileSync(join(installed, path, 'package.json'), 'utf8')) as Locked;
  if (present !== version) throw new Error(`${path} is installed in version ${present}, not ${version}: run npm ci`);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(installed, path), join(folder, path), {
    recursive: true,
    filter: (each) => isNeeded(each.slice(join(installed, path).length), TYPED.test(path)),
  });
  requireBundled(path, folder, readLock(source));
}

/** Packages whose types the declarations for models and programs import. */
const TYPED = /^node_modules\/(kysely|@mikro-orm\/[^/]+)$/;

/** Nested packages have their own entries in the lockfile. */
const LEFT_OUT = [
  /^\/(node_modules|tests?|benchmarks?|docs|examples?|\.[^/]*)(\/|$)/,
  /\/(?!licen[cs]e|notice)[^/]*\.(md|map)$/i,
];

/** npx unpacks the package three times per run, so the number of files matters. */
function isNeeded(file: string, isTyped: boolean): boolean {
  return !LEFT_OUT.some((pattern) => pattern.test(file)) && (isTyped || !/\.d\.[cm]?ts$/.test(file));
}

/**
 * Makes a bundled package depend on exactly the bundled versions. The overrides of this project do not apply where the package is installed,
 * so npm would otherwise consider some dependencies missing or invalid.
 */
function requireBundled(path: string, folder: string, locked: Readonly<Record<string, Locked>>): void {
  const file = join(folder, path, 'package.json');
  const { dependencies = {}, ...others } = JSON.parse(readFileSync(file, 'utf8')) as Dependent;
  const bundled = Object.fromEntries(Object.keys(dependencies).map((name) => [name, versionFor(path, name, locked)]));
  writeFileSync(
    file,
    `${JSON.stringify({ ...others, dependencies: bundled, optionalDependencies: undefined }, null, 2)}\n`,
  );
}

/** The version that a package resolves to: in its own node_modules folder, or in the nearest one above it. */
function versionFor(path: string, name: string, locked: Readonly<Record<string, Locked>>): string {
  const { version } = locked[`${path}/node_modules/${name}`] ?? {};
  if (version !== undefined) return version;
  const around = path.lastIndexOf('/node_modules/');
  if (around >= 0) return versionFor(path.slice(0, around), name, locked);
  return locked[`node_modules/${name}`]?.version ?? '*';
}

interface Dependent {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** All dependencies are bundled, because the lockfile and the overrides of this project do not apply where the package is installed. */
function packageOf(source: string): object {
  const { version, license, engines, dependencies, imports } = JSON.parse(
    readFileSync(join(source, 'package.json'), 'utf8'),
  ) as Readonly<Record<string, unknown>>;
  return {
    name: SERVER,
    version,
    description: 'A JSON:API server for a model of your own',
    license,
    type: 'module',
    bin: { jsonapi: 'src/cli/start.js' },
    exports: {
      '.': { types: './src/server.d.ts', default: './src/server.js' },
      './model': { types: './src/models/words.d.ts', default: './src/models/words.js' },
    },
    imports: builtImports(imports as Imports),
    engines,
    dependencies,
    bundleDependencies: true,
  };
}

type Imports = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

/** The `imports` of package.json, with the paths of the compiled files. */
function builtImports(imports: Imports): Imports {
  const built = (path: string): string => path.replace(/\.ts$/, '.js');
  return Object.fromEntries(
    Object.entries(imports)
      .filter(([name]) => name !== '#test/*' && name !== '#model')
      .map(([name, target]) => [
        name,
        typeof target === 'string'
          ? built(target)
          : Object.fromEntries(Object.entries(target).map(([condition, path]) => [condition, built(path)])),
      ]),
  );
}
