// npm run check:client: fails if the client is not what `npm run build:client` would write.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_FOLDER, compileClient, filesOf, SCHEMA_FILE } from './built-client.ts';
import { generateSchema } from './generate-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-'));
try {
  const outdated = await outdatedFiles();
  for (const file of outdated) console.error(`client/built/${file} is not current: run npm run build:client`);
  process.exitCode = outdated.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}

async function outdatedFiles(): Promise<readonly string[]> {
  const schema = await generateSchema();
  const committed = filesOf(BUILT_FOLDER);
  // The client might not compile with outdated types.
  if (committed.get(SCHEMA_FILE) !== schema) return [SCHEMA_FILE];
  writeFileSync(join(folder, SCHEMA_FILE), schema);
  await compileClient(folder);
  const built = filesOf(folder);
  const names = new Set([...built.keys(), ...committed.keys()]);
  return [...names].filter((name) => built.get(name) !== committed.get(name));
}
