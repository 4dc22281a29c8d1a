// How this program is installed: as a clone of the project or as a package.
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };

/** The folder of the program's package.json. */
export const ROOT = join(import.meta.dirname, '../../..');

/** The package.json of a clone is private; that of the package is not. */
export const isClone = 'private' in packageJson;

/** The command that users type. */
export const CALLED = isClone ? 'npm run cli --' : 'npx jsonapi';
