import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { pathOf } from '../../docs/documents.ts';
import { TSC } from '../../support/compiler.ts';
import { depth } from '../../support/depth.ts';
import { temporaryFolder } from '../../support/service-process.ts';

/** @param path of a resource */
const program = (path: string): string => `
import { createClient } from 'library-client';

const client = createClient({ baseUrl: 'http://127.0.0.1:3000' });
const { data } = await client.get('${path}', { path: { id: '1' } });
const shelf: string | null = data.attributes.shelf;
console.log(shelf);
`;

(depth === 'campaign' ? describe : describe.skip)('npm run client, for a model in a folder', () => {
  const { path: folder, ...temporary } = temporaryFolder();
  after(() => {
    temporary.remove();
  });

  it('packs a client with the types of the model', () => {
    const command = ['test/client/client-of-model.js', '--out', join(folder, 'client.tgz')];
    execFileSync(process.execPath, command, { cwd: pathOf('.'), stdio: 'pipe' });
    const installed = join(folder, 'node_modules/library-client');
    mkdirSync(installed, { recursive: true });
    execFileSync('tar', ['-xzf', join(folder, 'client.tgz'), '-C', installed, '--strip-components', '1']);
    const compile = (text: string): string => {
      writeFileSync(join(folder, 'program.mts'), text);
      const settings = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'nodenext', '--types', ''];
      return spawnSync(process.execPath, [TSC, ...settings, 'program.mts'], { cwd: folder, encoding: 'utf8' }).stdout;
    };
    expect(compile(program('/book_copies/{id}'))).to.equal('');
    expect(compile(program('/persons/{id}'))).to.include('/persons/{id}');
  });
});
