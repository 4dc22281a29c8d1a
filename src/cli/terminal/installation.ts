// How this program is installed: as a clone of the project or as a package.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };

/** The folder of the program's package.json. */
export const ROOT = join(import.meta.dirname, '../../..');

/** The package.json of a clone is private; that of the package is not. */
export const isClone = 'private' in packageJson;

/** The command that users type. It names the package, because npx would take any other name for that of another package. */
export const CALLED = isClone ? 'npm run cli --' : `npx ${packageJson.name}`;

/**
 * The dependency that a folder needs to find this program, for example if `npx` runs it from its cache.
 * @param folder absolute
 * @returns empty if the program is a clone, or installed globally or in a folder above
 */
export function dependenciesFor(folder: string): Readonly<Record<string, string>> {
  const end = ROOT.lastIndexOf(`${sep}node_modules${sep}`);
  const around = ROOT.slice(0, Math.max(0, end));
  const file = join(around, 'package.json');
  if (end < 0 || folder.startsWith(around + sep) || !existsSync(file)) return {};
  const { name } = packageJson;
  const { dependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Dependent;
  const spec = dependencies[name];
  if (spec?.startsWith(LOCAL) === true)
    return { [name]: `${LOCAL}${relative(folder, resolve(around, spec.slice(LOCAL.length)))}` };
  return spec === undefined ? {} : { [name]: spec };
}

const LOCAL = 'file:';

interface Dependent {
  readonly dependencies?: Readonly<Record<string, string>>;
}
