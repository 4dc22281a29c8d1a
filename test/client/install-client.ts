import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOf } from '../docs/documents.ts';
import { CLIENT_FOLDER } from './built-client.ts';

const NAME = '@jsonapi-person-computer/client';

/** A project that has installed the packed client and its dependencies; returns its folder. */
export function projectWithClient(): string {
  const folder = mkdtempSync(join(tmpdir(), 'project-'));
  const target = join(folder, 'node_modules', NAME);
  mkdirSync(target, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: CLIENT_FOLDER,
    encoding: 'utf8',
  });
  execFileSync('tar', ['-xzf', join(folder, packed.trim()), '-C', target, '--strip-components', '1']);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(pathOf(`node_modules/${name}`), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  return folder;
}
