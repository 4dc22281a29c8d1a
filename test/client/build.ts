// npm run build:client: writes the published files of the client, with types from the service's OpenAPI document.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_FOLDER, compileClient, SCHEMA_FILE } from './built-client.ts';
import { generateSchema } from './generate-schema.ts';

const schema = await generateSchema();
rmSync(BUILT_FOLDER, { recursive: true, force: true });
mkdirSync(BUILT_FOLDER);
writeFileSync(join(BUILT_FOLDER, SCHEMA_FILE), schema);
await compileClient(BUILT_FOLDER);
