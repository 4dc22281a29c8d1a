// The packages of the peers are none of the project's: they are installed when they are first needed.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs the packages that the `package.json` of a folder names, unless an earlier installation there has succeeded. */
export function installPackages(folder: string): void {
  // npm writes it last.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return;
  console.error(`installing packages in ${folder}`);
  execFileSync('npm', ['install', '--prefix', folder], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The packages and versions that the `package.json` of a folder names. */
export function directDependencies(folder: string): Readonly<Record<string, string>> {
  const { dependencies } = readPackage(folder) as { readonly dependencies: Readonly<Record<string, string>> };
  return dependencies;
}

/** @returns the installed versions: `koa 3.3.0, pg 8.23.1` */
export function versionsOf(folder: string, names: readonly string[]): string {
  return names.map((name) => `${name} ${installedVersion(join(folder, 'node_modules', name))}`).join(', ');
}

function installedVersion(folder: string): string {
  return (readPackage(folder) as { readonly version: string }).version;
}

function readPackage(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
