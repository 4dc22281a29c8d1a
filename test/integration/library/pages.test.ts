import { expect } from 'chai';
import { commands } from '../../../src/cli/program.ts';
import { runCli } from '../../support/cli-process.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const NAMES = /.{0,40}\b(?:persons?|computers?|serials?|birth_date|display_name)\b.{0,40}/gi;

describe('The pages and usages of another model', () => {
  let service: TestService;

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:' });
  });
  after(() => service.stop());

  /** The text of a page and of the scripts that it loads. */
  async function read(path: string): Promise<string> {
    const answer = await fetch(service.url + path, { headers: { Accept: 'text/html, */*;q=0.5' } });
    expect(answer.status, path).to.equal(200);
    const text = await answer.text();
    const scripts = [...text.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, source = '']) => source);
    const loaded = await Promise.all(scripts.map((source) => read(new URL(source, service.url + path).pathname)));
    return [text, ...loaded].join('\n');
  }

  for (const path of ['/', '/docs/', '/docs/query', '/docs/profiles/included-sets.md', '/explorer/', '/openapi.json'])
    it(`does not name the default model: ${path}`, async () => {
      expect((await read(path)).match(NAMES)).to.equal(null);
    });

  for (const { name } of commands)
    it(`does not name the default model: ${name} --help`, async () => {
      const { stdout } = await runCli([name, '--help']);
      expect(stdout.replaceAll('jsonapi-person-computer', '').match(NAMES)).to.equal(null);
      expect(stdout).to.include('Usage:');
    });
});
