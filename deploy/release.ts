// npm run release: writes the files of a release to dist/. It takes them from the commit that is checked out, so it leaves out uncommitted changes,
// and the same commit gives the same bytes. Nothing is published.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bomOf } from './bom.ts';
import { packServer } from './pack-server.ts';

const NAME = 'jsonapi-person-computer';
const ROOT = join(import.meta.dirname, '..');
const TARGET = join(ROOT, 'dist');

/** The files to install, run, deploy and read about the service. */
const SERVICE_FILES: readonly string[] = [
  ...['package.json', 'package-lock.json', '.npmrc', '.dockerignore', 'LICENSE'],
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'ARCHITECTURE.md', 'docs', 'deploy', 'src'],
  ...['client/package.json', 'client/LICENSE', 'client/README.md', 'client/built'],
  ...['explorer/package.json', 'explorer/built'],
];

rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET);
const unpacked = mkdtempSync(join(tmpdir(), 'release-'));
try {
  const folder = packService(unpacked);
  run('npm', ['pack', '--silent', '--pack-destination', TARGET], join(folder, 'client'));
  packServer(folder, ROOT, TARGET);
  writeFileSync(join(TARGET, 'sbom.cdx.json'), `${JSON.stringify(releaseBom(folder), null, 2)}\n`);
} finally {
  rmSync(unpacked, { recursive: true });
}
const sums = readdirSync(TARGET)
  .sort()
  .map((name) => `${sumOf(join(TARGET, name))}  ${name}\n`)
  .join('');
writeFileSync(join(TARGET, 'SHA256SUMS'), sums);
process.stdout.write(`dist/, of ${run('git', ['log', '-1', '--format=%h %s'])}${sums}`);

/** Packs the service, and unpacks it. @returns the folder of the unpacked service */
function packService(parent: string): string {
  const { version } = JSON.parse(run('git', ['show', 'HEAD:package.json'])) as { version: string };
  const prefix = `${NAME}-${version}`;
  const file = join(TARGET, `${prefix}.tar.gz`);
  run('git', [
    ...['-c', 'tar.umask=0022', 'archive', '--format=tar.gz', `--prefix=${prefix}/`, `--output=${file}`],
    ...['HEAD', '--', ...SERVICE_FILES],
  ]);
  run('tar', ['-xzf', file, '-C', parent]);
  return join(parent, prefix);
}

/** Dated with the time of the commit. */
function releaseBom(folder: string): object {
  const { serialNumber: _, ...bom } = bomOf(folder, NAME);
  const timestamp = new Date(Number(run('git', ['log', '-1', '--format=%ct'])) * 1000).toISOString();
  return { ...bom, metadata: { ...bom.metadata, timestamp } };
}

function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function run(command: string, parameters: readonly string[], folder = ROOT): string {
  return execFileSync(command, parameters, { cwd: folder, encoding: 'utf8' });
}
