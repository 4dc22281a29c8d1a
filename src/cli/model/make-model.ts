// Creates the folder of a model from a template.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { dependenciesFor, isClone, ROOT } from '../terminal/installation.ts';

const TEMPLATE = join(ROOT, 'src/models/template');
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** True if a model can be named after the folder. */
export function canNameModel(folder: string): boolean {
  const name = basename(resolve(folder));
  return NAME.test(name) && name !== 'default';
}

export interface MadeModel {
  /** Absolute. */
  readonly path: string;
  /** The command that starts the service in the folder. */
  readonly start: string;
}

/**
 * @param folder the folder to create
 * @throws Error if the folder is not empty
 */
export function makeModel(folder: string): MadeModel {
  const path = resolve(folder);
  if (existsSync(path) && readdirSync(path).length > 0) throw new Error(`${folder} is not empty`);
  mkdirSync(path, { recursive: true });
  cpSync(TEMPLATE, path, { recursive: true });
  for (const [file, text] of Object.entries(filesOf(path))) writeFileSync(join(path, file), text);
  return { path, start: needsInstall(path) ? 'npm install && npm start' : 'npm start' };
}

function needsInstall(path: string): boolean {
  return Object.keys(dependenciesFor(path)).length > 0;
}

function filesOf(path: string): Readonly<Record<string, string>> {
  const name = basename(path);
  return {
    'index.ts': indexOf(name),
    'package.json': json(packageOf(path)),
    'tsconfig.json': json(compilerOptionsOf(path)),
    'README.md': readmeOf(name, needsInstall(path)),
    '.gitignore': 'node_modules/\n.data/\n.demo/\n',
  };
}

/** The scripts of the folder, which call the service. Without `exec`, a shell would not pass signals on. */
function commandsOf(path: string): Readonly<Record<'start' | 'cli', string>> {
  const clone = `exec npm --prefix "${relative(path, ROOT)}"`;
  return isClone
    ? { start: `${clone} start -- --resources .`, cli: `${clone} run --silent cli -- --resources .` }
    : { start: 'exec jsonapi start --resources .', cli: 'exec jsonapi --resources .' };
}

function packageOf(path: string): object {
  const { start, cli } = commandsOf(path);
  const own = { name: basename(path), version: '1.0.0', private: true, type: 'module', scripts: { start, cli } };
  return needsInstall(path) ? { ...own, dependencies: dependenciesFor(path) } : own;
}

/** A clone is not in the folder's `node_modules`, so the compiler needs the path of the module that models import. */
function compilerOptionsOf(path: string): object {
  const words = { '@jsonapi-person-computer/server/model': [join(relative(path, ROOT), 'src/models/words.ts')] };
  return {
    compilerOptions: {
      target: 'es2024',
      module: 'nodenext',
      types: [],
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      erasableSyntaxOnly: true,
      verbatimModuleSyntax: true,
      ...(isClone && { paths: words }),
    },
  };
}

function readmeOf(name: string, isInstalledFirst: boolean): string {
  return `# ${name}

A JSON:API model. Each type has one file, which declares the data that is stored and the fields that clients see. \`index.ts\` lists the types.

\`\`\`sh
${isInstalledFirst ? 'npm install                            # once\n' : ''}npm start                              # serves it on http://127.0.0.1:3000, with an embedded database in .data
npm run cli -- model check             # checks it without a database
npm run cli -- migrate --new add-tags  # drafts the migration for your changes
npm run cli help                       # import, export, policies, …
\`\`\`

To add a type \`tag\`:

1. Write \`tag.ts\`, modeled on \`note.ts\`, and add it to \`types\` in \`index.ts\`.
2. Run \`npm run cli -- migrate --new add-tags\`, and review the draft in \`migrations/\`.
3. Run \`npm start\`. It runs the migration and serves \`/tags\`.

Environment variables configure the rest: \`DATABASE_URL\` for a PostgreSQL server, \`PORT\`, \`POLICY_FILE\`.
`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The template's index, with the name of the model. */
function indexOf(name: string): string {
  return readFileSync(join(TEMPLATE, 'index.ts'), 'utf8').replace("name: 'notes'", `name: '${name}'`);
}
