import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { served } from '#composition/product/served';
import { pathOf } from '../docs/documents.ts';
import { CLIENT_FOLDER, compileClient } from './built-client.ts';
import { generateFiles } from './generate-files.ts';

const { out } = parseArgs({ options: { out: { type: 'string' } } }).values;
if (process.env['RESOURCES'] === undefined || out === undefined) {
  console.error('npm run client -- --resources FOLDER --out FILE.tgz');
  process.exit(2);
}
const target = resolve(process.env['INIT_CWD'] ?? '', out);
const { name, version } = served.service;
const root = mkdtempSync(join(tmpdir(), 'client-'));
try {
  const [folder, built] = [join(root, 'client'), join(root, 'client/built')];
  symlinkSync(pathOf('node_modules'), join(root, 'node_modules'));
  cpSync(pathOf('tsconfig.json'), join(root, 'tsconfig.json'));
  for (const each of ['src', 'LICENSE', 'package.json', 'tsconfig.json', 'tsconfig.build.json'])
    cpSync(join(CLIENT_FOLDER, each), join(folder, each), { recursive: true });
  mkdirSync(built);
  for (const [name, text] of await generateFiles()) writeFileSync(join(built, name), text);
  await compileClient(built, folder);
  const settings = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
  const described = { ...settings, name: `${name}-client`, version, description: `A typed client of ${name}` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...described, devDependencies: undefined }, null, 2));
  const file = execFileSync('npm', ['pack', '--silent'], { cwd: folder, encoding: 'utf8' }).trim();
  cpSync(join(folder, file), target);
  console.log(`wrote ${target}`);
} finally {
  rmSync(root, { recursive: true });
}
