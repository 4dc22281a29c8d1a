// npm run build:client: writes the published files of the client, with types from the service's OpenAPI document.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_FOLDER, compileClient } from './built-client.ts';
import { generateFiles } from './generate-files.ts';

const files = await generateFiles();
rmSync(BUILT_FOLDER, { recursive: true, force: true });
mkdirSync(BUILT_FOLDER);
for (const [name, text] of files) writeFileSync(join(BUILT_FOLDER, name), text);
await compileClient(BUILT_FOLDER);
