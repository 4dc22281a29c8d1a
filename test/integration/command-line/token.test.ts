import { existsSync, readdirSync } from 'node:fs';
import { expect } from 'chai';
import { ApiClient } from '../../support/api-client.ts';
import { runCli, type CliResult } from '../../support/cli-process.ts';
import { listenLocally } from '../../support/local-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';
import { openTokenGate, type GateRequest, type Judgement, type TokenGate } from '../../support/token-gate.ts';
import { workingFolder } from '../../support/working-folder.ts';

const unauthenticated: Judgement = [401, 'unauthenticated'];
const invalid: Judgement = [401, 'invalid-token'];
const forbidden: Judgement = [403, 'forbidden'];

/** As a service judges that takes one token, and shows what it is to everybody. */
function taking(good: string): (request: GateRequest) => Judgement {
  return ({ action, token }) => {
    if (action === 'GET /openapi.json' || token === good) return 'pass';
    if (token !== undefined) return invalid;
    return action === 'GET /' ? 'pass' : unauthenticated;
  };
}

const hint = 'set SERVICE_TOKEN, or SERVICE_TOKEN_FILE to a file with one';
const asked = `the service requires a token (401: It is unauthenticated); ${hint}`;
const refused = 'the service does not accept the token (401: It is invalid-token); set SERVICE_TOKEN to a valid one';

describe('The commands, at a service that asks for a token,', () => {
  const folder = workingFolder();
  const { write } = folder;
  let service: TestService;

  beforeEach(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:' });
    folder.closedAfterEach({ close: () => service.stop() });
    write('persons.csv', 'name', 'A', 'B', 'C', 'D', 'E', 'F');
  });

  async function openGate(judge: (request: GateRequest, before: number) => Judgement): Promise<TokenGate> {
    return folder.closedAfterEach(await openTokenGate(service.url, judge));
  }

  function run(line: string, url: string, environment: Readonly<Record<string, string>> = {}): Promise<CliResult> {
    return runCli([...line.split(' '), '--url', url], { folder: folder.path, environment });
  }

  /** Names in the order of their ids. */
  async function stored(): Promise<string> {
    const { document } = await new ApiClient(service.url).get('/persons?page[size]=0&sort=id');
    const persons = document.data as readonly { readonly attributes: { readonly display_name: string } }[];
    return persons.map(({ attributes }) => attributes.display_name).join('');
  }

  const commands = ['seed --persons 2', 'export out.csv --type persons', 'import persons.csv'];

  for (const command of commands) {
    it(`send the token that they have, and never show it: ${command}`, async () => {
      const { url, requests } = await openGate(taking('SECRET'));
      const { code, stdout, stderr } = await run(command, url, { SERVICE_TOKEN: 'SECRET' });
      expect(code, stderr).to.equal(0);
      expect(new Set(requests.map(({ token }) => token))).to.deep.equal(new Set(['SECRET']));
      expect(stdout + stderr).not.to.include('SECRET');
    });

    it(`say what to do without one: ${command}`, async () => {
      const { url } = await openGate(taking('SECRET'));
      const { code, stderr } = await run(command, url);
      expect(code).to.equal(1);
      expect(stderr).to.include(asked);
      expect(await stored()).to.equal('');
    });

    it(`say what to do with a wrong one, which they do not show: ${command}`, async () => {
      const { url, requests } = await openGate(taking('good'));
      const { code, stdout, stderr } = await run(command, url, { SERVICE_TOKEN: 'WRONG' });
      expect({ code, stdout, stderr }).to.deep.equal({ code: 1, stdout: '', stderr: `${refused}\n` });
      expect(requests).to.have.lengthOf(1);
    });

    it(`say which action they may not do: ${command}`, async () => {
      const { url } = await openGate(({ action }) => (/^GET \/(openapi.json)?$/.test(action) ? 'pass' : forbidden));
      const { code, stderr } = await run(command, url, { SERVICE_TOKEN: 'reader' });
      expect(code).to.equal(1);
      expect(stderr).to.match(
        /the service does not allow (POST|GET) \/\S+ \(403: It is forbidden\); set SERVICE_TOKEN to a token that may do this/,
      );
    });
  }

  it('read the file again when its token is refused, and send the request once more', async () => {
    const path = `${folder.path}/token`;
    write('token', 'first');
    let good = 'first';
    const gate = await openGate((request, before) => {
      if (request.action === 'POST /persons' && before === 3) write('token', (good = 'second'));
      return taking(good)(request);
    });
    const { code } = await run('import persons.csv --batch 1', gate.url, { SERVICE_TOKEN_FILE: path });
    expect(code).to.equal(0);
    expect(await stored()).to.equal('ABCDEF');
    const tokens = gate.requests.filter(({ action }) => action === 'POST /persons').map(({ token }) => token);
    expect(tokens).to.deep.equal([...Array<string>(4).fill('first'), ...Array<string>(3).fill('second')]);
  });

  it('send it once more only', async () => {
    write('token', 'old');
    const gate = await openGate(taking('good'));
    const { stderr } = await run('seed', gate.url, { SERVICE_TOKEN_FILE: `${folder.path}/token` });
    expect(stderr).to.include('put a valid one into the file of SERVICE_TOKEN_FILE');
    expect(gate.requests).to.have.lengthOf(2);
  });

  it('wait while the service cannot judge tokens', async () => {
    const gate = await openGate((_, before) => (before === 0 ? [503, 'authentication-unavailable'] : 'pass'));
    expect(await run('import persons.csv', gate.url, { SERVICE_TOKEN: 'good' })).to.include({ code: 0 });
    expect(await stored()).to.equal('ABCDEF');
  });

  for (const [what, environment, message] of [
    ['both variables', { SERVICE_TOKEN: 'SECRET' }, 'SERVICE_TOKEN and SERVICE_TOKEN_FILE are both set'],
    ['an empty file', {}, 'SERVICE_TOKEN_FILE names an empty file'],
  ] as const)
    it(`send nothing with ${what}`, async () => {
      write('token', '');
      const gate = await openGate(() => 'pass');
      for (const command of commands) {
        const given = { SERVICE_TOKEN_FILE: `${folder.path}/token`, ...environment };
        const { code, stderr } = await run(command, gate.url, given);
        expect({ code, stderr }).to.deep.equal({ code: 1, stderr: `${message}\n` });
      }
      expect(gate.requests).to.deep.equal([]);
    });

  it('do not follow to where an answer redirects them', async () => {
    const gate = await openGate(() => 'pass');
    const moved = await listenLocally((request, answer) => {
      request.resume();
      answer.writeHead(307, { Location: `${gate.url}${request.url ?? ''}` }).end();
    });
    try {
      const { code, stderr } = await run('seed', moved.url, { SERVICE_TOKEN: 'SECRET' });
      expect({ code, stderr }).to.deep.equal({ code: 1, stderr: 'the response has status 307\n' });
      expect(gate.requests).to.deep.equal([]);
    } finally {
      await moved.close();
    }
  });

  describe('when an import is denied access midway,', () => {
    /** Judges lists of the token `old` from one on in another way. */
    const from =
      (first: number, then: Judgement, meanwhile: Judgement = 'pass') =>
      ({ action, token }: GateRequest, before: number): Judgement => {
        if (action !== 'POST /operations' || token !== 'old') return 'pass';
        return before >= first ? then : meanwhile;
      };

    for (const [what, denied, sentence] of [
      ['its token', invalid, refused],
      [
        'what it does',
        forbidden,
        'the service does not allow POST /operations (403: It is forbidden); set SERVICE_TOKEN to a token that may do this',
      ],
    ] as const)
      it(`stop where the service does not take ${what}, and go on with another token`, async () => {
        const gate = await openGate(from(1, denied));
        const words = 'import persons.csv --batch 2';
        expect(await run(words, gate.url, { SERVICE_TOKEN: 'old' })).to.deep.include({
          code: 1,
          stderr: `${sentence}: the same command resumes from here\npersons.csv: 2 created, 0 refused, 0 unknown\n`,
        });
        expect(gate.requests.filter(({ action }) => action === 'POST /operations')).to.have.lengthOf(2);
        expect(readdirSync(folder.path)).to.have.members(['persons.csv', 'persons.csv.progress']);
        expect(folder.read('persons.csv.progress')).not.to.include('old');
        expect(await run(words, gate.url, { SERVICE_TOKEN: 'new' })).to.deep.include({
          code: 0,
          stderr: 'persons.csv: resuming after 4 of 6 records\npersons.csv: 6 created, 0 refused, 0 unknown\n',
        });
        expect(await stored()).to.equal('ABCDEF');
      });

    it('create nothing twice where the list may be done already', async () => {
      const gate = await openGate(from(1, invalid, 'lose'));
      const words = 'import persons.csv';
      expect((await run(words, gate.url, { SERVICE_TOKEN: 'old' })).stderr).to.include(refused);
      expect(await stored()).to.equal('ABCDEF');
      expect((await run(words, gate.url, { SERVICE_TOKEN: 'new' })).stderr).to.include(
        '6 created, 0 refused, 0 unknown',
      );
      expect(await stored()).to.equal('ABCDEF');
      expect(existsSync(`${folder.path}/persons.csv.progress`)).to.equal(false);
    });

    it('create nothing twice where the token cannot be read again either', async () => {
      write('token', 'old');
      const gate = await openGate((request, before) => {
        const judgement = from(1, invalid, 'lose')(request, before);
        if (judgement === invalid) write('token', '');
        return judgement;
      });
      const given = { SERVICE_TOKEN_FILE: `${folder.path}/token` };
      expect((await run('import persons.csv', gate.url, given)).stderr).to.include(
        'SERVICE_TOKEN_FILE names an empty file: the same command resumes from here',
      );
      write('token', 'new');
      expect(await run('import persons.csv --batch 4', gate.url, given)).to.include({ code: 0 });
      expect(await stored()).to.equal('ABCDEF');
    });

    it('still tell refused records from it', async () => {
      const lines = ['{"type":"person","attributes":{"name":" "}}', '{"type":"person","attributes":{"name":"B"}}'];
      write('persons.ndjson', ...lines);
      const gate = await openGate(taking('good'));
      const { code, stderr } = await run('import persons.ndjson', gate.url, { SERVICE_TOKEN: 'good' });
      expect(code).to.equal(1);
      expect(stderr).to.include('line 1 was refused: "name" must have').and.include('1 created, 1 refused');
    });
  });
});
