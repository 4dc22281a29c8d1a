// npm run check:client: fails if the client is not what `npm run build:client` would write.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT_FOLDER, compileClient, filesOf } from './built-client.ts';
import { generateFiles } from './generate-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'client-'));
try {
  const outdated = await outdatedFiles();
  for (const file of outdated) console.error(`client/built/${file} is not current: run npm run build:client`);
  process.exitCode = outdated.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}

async function outdatedFiles(): Promise<readonly string[]> {
  const generated = await generateFiles();
  const committed = filesOf(BUILT_FOLDER);
  const outdated = [...generated].filter(([name, text]) => committed.get(name) !== text);
  // The client might not compile with outdated types.
  if (outdated.length > 0) return outdated.map(([name]) => name);
  for (const [name, text] of generated) writeFileSync(join(folder, name), text);
  await compileClient(folder);
  const built = filesOf(folder);
  const names = new Set([...built.keys(), ...committed.keys()]);
  return [...names].filter((name) => built.get(name) !== committed.get(name));
}
