// npm run check:client: fails if the client is not what `npm run build:client` would write.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIENT_FOLDER, buildClient, filesOf, SCHEMA_FILE } from './built-client.ts';
import { generateSchema } from './generate-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-'));
try {
  const outdated =
    (await generateSchema()) === readFileSync(SCHEMA_FILE, 'utf8') ? await outdatedFiles() : ['src/schema.ts'];
  for (const file of outdated) console.error(`client/${file} is not current: run npm run build:client`);
  process.exitCode = outdated.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}

async function outdatedFiles(): Promise<readonly string[]> {
  await buildClient(folder);
  const [built, committed] = [filesOf(folder), filesOf(join(CLIENT_FOLDER, 'built'))];
  const names = new Set([...built.keys(), ...committed.keys()]);
  return [...names].filter((name) => built.get(name) !== committed.get(name)).map((name) => `built/${name}`);
}
