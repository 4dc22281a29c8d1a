// npm run sbom: prints the software bill of materials.
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { bomOf } from './bom.ts';

process.stdout.write(`${JSON.stringify(bomOf(join(import.meta.dirname, '..'), packageJson.name), null, 2)}\n`);
