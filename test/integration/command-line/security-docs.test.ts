// The commands of docs/security.md, one after the other, as a reader would run them.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { readDocument } from '../../docs/documents.ts';
import { fencesOf } from '../../docs/markdown.ts';
import { CLI_ENTRY } from '../../support/cli-process.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { signingKey, startIssuer, type Issuer } from '../../support/issuer.ts';
import { temporaryFolder } from '../../support/service-process.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Stands in for npm, which would run the commands in the folder of the project. */
const NPM = `npm() {
  [ "$2" = "-s" ] && set -- run "\${@:3}"
  if [ "$1 $2 $3" = "run cli --" ]; then shift 3 && "$NODE" "$CLI" "$@"; else exec "$NODE" "$START"; fi
}`;

type Running = ChildProcessByStdio<null, Readable, Readable>;

describe('docs/security.md', () => {
  const [startWithKey = '', askWithKey = '', startWithIssuer = '', askWithToken = ''] = fencesOf(
    readDocument('docs/security.md'),
  )
    .filter(({ language }) => language === 'sh')
    .map(({ lines }) => lines.join('\n'));
  const folder = temporaryFolder();
  let issuer: Issuer;
  let service: Running;
  let port: number;

  before(async () => {
    symlinkSync(`${ROOT}docs`, `${folder.path}/docs`);
    issuer = await startIssuer([await signingKey('one')]);
  });
  afterEach(() => void service.kill('SIGKILL'));
  after(async () => {
    await issuer.stop();
    folder.remove();
  });

  it('makes a key, and a service that knows it', async () => {
    const printed = await start(startWithKey);
    const [key = ''] = /pc_[\w-]{43}/.exec(printed) ?? [];
    expect(await actor(askWithKey, { KEY: key })).to.include({ subject: 'key:ci', role: 'editor' });
    expect(await actor(askWithKey.replace(/-H "[^"]*"/, ''))).to.include({ subject: 'anonymous', role: 'reader' });
  });

  it('makes a service that knows the tokens of an issuer', async () => {
    await start(startWithIssuer.replaceAll('https://issuer.example.org', issuer.url));
    const token = await issuer.token({ sub: 'ada', role: 'admin' });
    expect(await actor(askWithToken, { TOKEN: token })).to.include({ subject: 'jwt:ada', role: 'admin' });
  });

  /** Runs commands of which the last starts a service; returns what they have printed by then. */
  async function start(script: string): Promise<string> {
    port = await freePort();
    service = run(script, { PORT: String(port), DATABASE_URL: 'memory:' });
    let printed = '';
    for (const stream of [service.stdout, service.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (printed += part));
    await eventually('it listens', () => printed.includes('Listening on'));
    return printed;
  }

  async function actor(script: string, environment: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const { stdout } = run(script.replace(':3000', `:${port}`), environment);
    const { meta } = JSON.parse(await text(stdout)) as { readonly meta: { readonly actor: unknown } };
    return meta.actor;
  }

  function run(script: string, environment: Readonly<Record<string, string>>): Running {
    const env = {
      ...process.env,
      NODE: process.execPath,
      CLI: CLI_ENTRY,
      START: `${ROOT}src/start.js`,
      ...environment,
    };
    return spawn('bash', ['-c', `${NPM}\n${script}`], { cwd: folder.path, env, stdio: ['ignore', 'pipe', 'pipe'] });
  }
});
