// Runs the compiler on the served model.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { ROOT } from '../terminal/installation.ts';

/**
 * Checks the types with the compiler that is installed next to the model, or else with that of the clone. Its messages go to standard error.
 * @param folder the folder of the model
 * @returns a line for the user
 * @throws Error if the compiler finds errors
 */
export async function compileModel(folder: string): Promise<string> {
  const compiler = compilerOf(folder);
  if (!existsSync(join(folder, 'tsconfig.json')))
    return 'the types were not checked, because the folder has no tsconfig.json';
  if (compiler === undefined) return 'the types were not checked; run npm install typescript first';
  const child = spawn(process.execPath, [compiler, '--noEmit', '--project', folder], {
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  const code = await new Promise((resolve) => void child.once('exit', resolve));
  if (code !== 0) throw new Error('the compiler found errors in the types');
  return 'the types are correct';
}

function compilerOf(folder: string): string | undefined {
  const inClone = join(ROOT, 'node_modules/typescript-7/bin/tsc');
  try {
    return join(dirname(createRequire(join(folder, 'index.ts')).resolve('typescript/package.json')), 'bin/tsc');
  } catch {
    return existsSync(inClone) ? inClone : undefined;
  }
}
