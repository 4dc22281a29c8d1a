import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathInRepository, readRepositoryFile } from './repository.ts';

/** A repository with one commit: the files of this one as they are, without its tests. */
export interface ReleaseCopy {
  readonly folder: string;
  /** Runs `npm run release`; returns the text of SHA256SUMS. */
  release(): string;
  /** Unpacks a file of the release next to the copy; returns the folder. */
  unpack(file: string): string;
  remove(): void;
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['.git', '.data', '.demo', 'coverage', 'dist', 'node_modules'],
  ...['bench', 'test'],
]);
const COMMITTER = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];

export function copyForRelease(): ReleaseCopy {
  const root = mkdtempSync(join(tmpdir(), 'release-copy-'));
  const folder = join(root, 'repository');
  const run = (command: string, ...parameters: readonly string[]): string =>
    execFileSync(command, parameters, { cwd: folder, encoding: 'utf8' });
  for (const name of readdirSync(pathInRepository('.')).filter((each) => !LEFT_OUT.has(each)))
    cpSync(pathInRepository(name), join(folder, name), {
      recursive: true,
      filter: (path) => basename(path) !== 'node_modules',
    });
  run('git', 'init', '--quiet');
  run('git', 'add', '.');
  run('git', ...COMMITTER, 'commit', '--quiet', '--message', 'All');
  symlinkSync(pathInRepository('node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    release: () => {
      run(process.execPath, 'deploy/release.ts');
      return readFileSync(join(folder, 'dist/SHA256SUMS'), 'utf8');
    },
    unpack: (file) => {
      const target = mkdtempSync(join(root, 'unpacked-'));
      run('tar', '-xzf', join(folder, 'dist', file), '-C', target, '--strip-components', '1');
      return target;
    },
    remove: () => {
      rmSync(root, { recursive: true });
    },
  };
}

/** Links what `npm ci --omit=dev` would install into an unpacked service. */
export function linkInstalled(service: string): void {
  const { packages } = JSON.parse(readRepositoryFile('package-lock.json')) as Lock;
  for (const [path, entry] of Object.entries(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || entry.dev === true || entry.devOptional === true) continue;
    mkdirSync(dirname(join(service, path)), { recursive: true });
    symlinkSync(
      entry.link === true ? join(service, entry.resolved ?? '') : pathInRepository(path),
      join(service, path),
    );
  }
}

interface Lock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  /** Of a workspace. */
  readonly link?: boolean;
  readonly resolved?: string;
}
