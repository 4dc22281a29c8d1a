import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TSC } from '../support/compiler.ts';
import { CLIENT_FOLDER } from './built-client.ts';

/**
 * Compiles each snippet as a separate module, with the client's settings. Snippets import the client from `#client`.
 * @returns the compiler's messages for each
 * @throws Error with the compiler's output if it reports anything that is not an error in a snippet
 */
export function compileSnippets(snippets: readonly string[]): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'snippets-'));
  try {
    const config = {
      extends: join(CLIENT_FOLDER, 'tsconfig.json'),
      compilerOptions: { paths: { '#client': [join(CLIENT_FOLDER, 'src/index.ts')] } },
      include: ['*.mts'],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    for (const [index, text] of snippets.entries()) writeFileSync(join(folder, `${index}.mts`), text);
    const { stdout } = spawnSync(process.execPath, [TSC, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
    const found = snippets.map((): string[] => []);
    // Continuation lines of a message are indented, so each line that is not starts a new message.
    for (const report of stdout.split(/\n(?!\s|$)/)) {
      const [, index, message] = /^(\d+)\.mts\(\d+,\d+\): error TS\d+: (.*)$/s.exec(report.trimEnd()) ?? [];
      if (message !== undefined) found[Number(index)]?.push(message);
      else if (report.trim() !== '') throw new Error(stdout);
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
