import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import packageJson from '../../../package.json' with { type: 'json' };
import { copyForRelease, linkInstalled, type ReleaseCopy } from '../../deploy/release-copy.ts';
import { readDocument } from '../../docs/documents.ts';
import { killedAfterEach, startProcess } from '../../support/service-process.ts';

const { name, version } = packageJson;
const SERVICE = `${name}-${version}.tar.gz`;
const CLIENT = `${name}-client-${version}.tgz`;
const BOM = 'sbom.cdx.json';

/** The service needs no git; a release does. */
const hasGit = spawnSync('git', ['--version']).status === 0;

(hasGit ? describe : describe.skip)('npm run release', () => {
  const killedLater = killedAfterEach();
  let copy: ReleaseCopy;
  let sums: string;

  before(() => {
    copy = copyForRelease();
    sums = copy.release();
  });
  after(() => {
    copy.remove();
  });

  it('writes the sums of its files as sha256sum reads them', () => {
    const sumOf = (file: string): string =>
      createHash('sha256')
        .update(readFileSync(join(copy.folder, 'dist', file)))
        .digest('hex');
    expect(sums).to.equal([SERVICE, CLIENT, BOM].map((file) => `${sumOf(file)}  ${file}\n`).join(''));
  });

  it('has the files that the documentation names', () => {
    const named = readDocument('docs/deploy.md').match(/(?<=^\| `)[^`]+(?=`)/gm) ?? [];
    expect(named).to.include.members([SERVICE, CLIENT, BOM, 'SHA256SUMS']);
    expect(readdirSync(join(copy.folder, 'dist'))).to.have.members([SERVICE, CLIENT, BOM, 'SHA256SUMS']);
  });

  it('packs a service that runs with what is installed without the packages of developers', async () => {
    const folder = copy.unpack(SERVICE);
    linkInstalled(folder);
    const service = killedLater(startProcess({ DATABASE_URL: 'memory:' }, [], join(folder, 'src/start.js')));
    const url = await service.listening;
    const statuses = ['/', '/persons', '/explorer/', '/docs/'].map(async (path) => (await fetch(url + path)).status);
    expect(await Promise.all(statuses)).to.deep.equal([200, 200, 200, 200]);
    const files = ['.npmrc', 'package-lock.json', 'deploy/Dockerfile', 'docs/deploy.md', 'src/cli/start.js', 'test'];
    expect(files.filter((file) => !existsSync(join(folder, file)))).to.deep.equal(['test']);
  });

  it('packs the client, with its licence', () => {
    const folder = copy.unpack(CLIENT);
    const files = ['LICENSE', 'README.md', 'built/index.js', 'built/index.d.ts', 'src'];
    expect(files.filter((file) => !existsSync(join(folder, file)))).to.deep.equal(['src']);
  });

  it('lists the packages that are installed, and those that built files contain', () => {
    const bom: unknown = JSON.parse(readFileSync(join(copy.folder, 'dist', BOM), 'utf8'));
    expect(bom).to.have.nested.property('metadata.component.name', name);
    const names = (bom as { components: { name: string }[] }).components.map((component) => component.name);
    const licenses = readFileSync(join(copy.folder, 'explorer/built/licenses.txt'), 'utf8');
    const inExplorer = [...licenses.matchAll(/^(\S+) \d+\.\d+\.\d+$/gm)].map(([, packageName]) => packageName);
    expect(inExplorer).to.include('preact');
    expect(names)
      .to.include.members(['koa', 'pg', 'openapi-fetch', ...inExplorer])
      .and.not.include('mocha');
  });

  it('makes the same files of the same commit, whatever has been changed since', () => {
    appendFileSync(join(copy.folder, 'README.md'), 'Not committed\n');
    expect(copy.release()).to.equal(sums);
  });
});
