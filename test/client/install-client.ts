import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathOf } from '../docs/documents.ts';
import { fencesOf, sectionOf } from '../docs/markdown.ts';
import { CLIENT_FOLDER } from './built-client.ts';

/** A new project next to a checkout of the repository without installed packages. */
export interface Project {
  readonly folder: string;
  remove(): void;
}

/** The commands that a section of a document shows, by block. */
export function commandsOf(markdown: string, heading: string): readonly string[] {
  const fences = fencesOf(sectionOf(markdown, heading) ?? '');
  return fences.flatMap(({ language, lines }) => (language === 'sh' ? [lines.join('\n')] : []));
}

/**
 * Runs commands in an empty folder, without a registry.
 * @throws Error with what they print if one fails
 */
export function projectAfter(commands: string): Project {
  const root = mkdtempSync(join(tmpdir(), 'clone-'));
  const folder = join(root, 'project');
  mkdirSync(folder);
  cpSync(CLIENT_FOLDER, join(root, 'jsonapi-person-computer/client'), {
    recursive: true,
    filter: (path) => basename(path) !== 'node_modules',
  });
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', commands], {
    cwd: folder,
    env: { ...process.env, npm_config_offline: 'true', npm_config_audit: 'false', npm_config_update_notifier: 'false' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${commands}\n${stdout}${stderr}`);
  return {
    folder,
    remove: () => {
      rmSync(root, { recursive: true });
    },
  };
}

/** Adds openapi-fetch to a project, as its users do for themselves. */
export function addOpenapiFetch({ folder }: Project): void {
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    symlinkSync(pathOf(`node_modules/${name}`), join(folder, 'node_modules', name));
}
