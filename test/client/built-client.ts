import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathOf } from '../docs/documents.ts';
import { TSC } from '../support/compiler.ts';

export const CLIENT_FOLDER = fileURLToPath(new URL('../../client/', import.meta.url));
export const BUILT_FOLDER = join(CLIENT_FOLDER, 'built');

/**
 * Compiles the client to JavaScript and declarations that import no package. Reads the description of the API from its `built`.
 * @param source the folder of the client
 * @throws Error with what the compiler says
 */
export async function compileClient(folder: string, source = CLIENT_FOLDER): Promise<void> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [TSC, '--project', 'tsconfig.build.json', '--outDir', folder],
    { cwd: source, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the client does not compile:\n${stdout}${stderr}`);
  await includeLibrary(join(folder, 'fetch-client.js'), source);
}

/** Puts openapi-fetch and its licence into the module that imports it. */
async function includeLibrary(module: string, source: string): Promise<void> {
  await build({
    stdin: { contents: readFileSync(module, 'utf8'), resolveDir: source, sourcefile: 'fetch-client.js' },
    outfile: module,
    bundle: true,
    // The text has paths, which must depend neither on the folder nor on links.
    absWorkingDir: source,
    preserveSymlinks: true,
    format: 'esm',
    target: 'es2022',
    banner: { js: `/*! openapi-fetch\n${readFileSync(pathOf('node_modules/openapi-fetch/LICENSE'), 'utf8')}*/` },
    logLevel: 'warning',
  });
}

/** The text of each file of a folder. */
export function filesOf(folder: string): ReadonlyMap<string, string> {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}
