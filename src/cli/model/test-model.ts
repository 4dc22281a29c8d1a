// Runs the project's contract suites on the served model.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from '../terminal/installation.ts';

const SETTINGS = '.mocharc.library.json';
const SUITES = 'test/integration/library/any-model/*.test.ts';

/**
 * True if all suites pass.
 * @throws Error unless this is a clone with the packages for development
 */
export async function testModel(): Promise<boolean> {
  const mocha = join(ROOT, 'node_modules/mocha/bin/mocha.js');
  if (!existsSync(join(ROOT, SETTINGS)) || !existsSync(mocha))
    throw new Error('--tests needs a clone of the project in which npm ci has run');
  // The variable RESOURCES, which names the folder, is inherited.
  const child = spawn(process.execPath, [mocha, '--config', SETTINGS, SUITES], { cwd: ROOT, stdio: 'inherit' });
  return new Promise((resolve) => void child.once('exit', (code) => resolve(code === 0)));
}
