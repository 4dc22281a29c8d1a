// npm run build:client: writes the client's types from the service's OpenAPI document, and what is published of it.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENT_FOLDER, buildClient, SCHEMA_FILE } from './built-client.ts';
import { generateSchema } from './generate-schema.ts';

const built = join(CLIENT_FOLDER, 'built');
writeFileSync(SCHEMA_FILE, await generateSchema());
rmSync(built, { recursive: true, force: true });
await buildClient(built);
