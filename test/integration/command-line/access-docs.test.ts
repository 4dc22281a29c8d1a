// The commands and the policy file of docs/access.md, one after the other, as a reader would use them.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

describe('docs/access.md', () => {
  const [startWithKey = '', ask = '', startWithIssuer = '', startWithClaim = ''] = fencesIn('sh');
  const [policy = ''] = fencesIn('json');
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

  it('makes a key, and a service that accepts it', async () => {
    const printed = await start(startWithKey);
    const [key = ''] = /pc_[\w-]{43}/.exec(printed) ?? [];
    expect(await actor(ask, { KEY: key })).to.include({ subject: 'key:ci', role: 'editor' });
    expect(await actor(ask.replace(/-H "[^"]*"/, ''))).to.include({ subject: 'anonymous', role: 'reader' });
  });

  it('makes a service that accepts JWTs of an identity provider', async () => {
    await start(startWithIssuer.replaceAll('https://issuer.example.org', issuer.url));
    const token = await issuer.token({ sub: 'ada', role: 'admin' });
    expect(await actor(ask, { KEY: token })).to.include({ subject: 'jwt:ada', role: 'admin' });
  });

  it('shows people what is theirs, by its policy file', async () => {
    writeFileSync(join(folder.path, 'policy.json'), policy);
    const editor = await printedKey('npm run -s cli -- keys new --name clerk --role editor --file keys.json');
    const [key = ''] = /pc_[\w-]{43}/.exec(await start(startWithClaim)) ?? [];
    const [ada, bob] = [await create(editor, 'ada'), await create(editor, 'bob')];
    const list = ask.replace(':3000/', ':3000/persons');
    const { data } = await asked<{ readonly data: readonly object[] }>(list, { KEY: key });
    expect(data).to.have.length(1);
    expect(data).to.have.nested.property('[0].attributes.display_name').that.includes('ada@example.org');
    expect((await asked<{ readonly data: object }>(list, { KEY: editor })).data).to.have.length(2);
    expect([await statusOf(key, `/persons/${ada}`), await statusOf(key, `/persons/${bob}`)]).to.deep.equal([200, 404]);
  });

  async function printedKey(script: string): Promise<string> {
    return (await text(run(script, {}).stdout)).trim();
  }

  /** @returns the id */
  async function create(key: string, name: string): Promise<string> {
    const attributes = { name, email: `${name}@example.org`, birth_date: '1990-01-01' };
    const response = await fetch(`http://127.0.0.1:${port}/persons`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'person', attributes } }),
    });
    expect(response.status).to.equal(201);
    const { data } = (await response.json()) as { readonly data: { readonly id: string } };
    return data.id;
  }

  async function statusOf(key: string, path: string): Promise<number> {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${key}` } });
    return status;
  }

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
    return (await asked<{ readonly meta: { readonly actor: unknown } }>(script, environment)).meta.actor;
  }

  async function asked<Answer>(script: string, environment: Readonly<Record<string, string>>): Promise<Answer> {
    const { stdout } = run(script.replace(':3000', `:${port}`), environment);
    return JSON.parse(await text(stdout)) as Answer;
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

/** The fenced blocks of the page in a language, in order. */
function fencesIn(language: string): readonly string[] {
  return fencesOf(readDocument('docs/access.md'))
    .filter((fence) => fence.language === language)
    .map(({ lines }) => lines.join('\n'));
}
