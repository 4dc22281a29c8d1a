// The packages of the peers are none of the project's: they are installed when they are first needed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs what the lockfile of a folder names, unless an installation there has ended well. */
export function installPackages(folder: string): void {
  // npm writes it last.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  console.error(`installing packages in ${folder}`);
  execFileSync('npm', ['ci', '--prefix', folder], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** @returns `koa 3.3.0, pg 8.23.1` */
export function versionsOf(folder: string, names: readonly string[]): string {
  const text = readFileSync(join(folder, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
  return names.map((name) => `${name} ${dependencies[name] ?? '?'}`).join(', ');
}
