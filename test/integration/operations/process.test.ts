import { Agent, request as httpRequest } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { expect } from 'chai';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { killedAfterEach, startProcess, temporaryFolder, type ServiceProcess } from '../../support/service-process.ts';

/** Options for Node that make it refuse to load MikroORM. */
const WITHOUT_MIKROORM = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({ resolve: (name, context, next) => {
      if (name.startsWith('@mikro-orm/')) throw new Error('loaded ' + name);
      return next(name, context);
    } });`)}`,
];

/** A signal that ends a process, how the process ends, and what its successor logs about the database. */
const TERMINATION = ['SIGTERM', 0, 'nothing'] as const;
const KILL = ['SIGKILL', 'SIGKILL', 'recovering'] as const;

const person = (name: string) => ({ data: { type: 'person', attributes: { name } } });

describe('The service as a process', () => {
  const killedLater = killedAfterEach();
  const folder = temporaryFolder();

  function start(environment: Readonly<Record<string, string>>, nodeOptions?: readonly string[]): ServiceProcess {
    return killedLater(startProcess(environment, nodeOptions));
  }

  after(() => {
    folder.remove();
  });

  it('prints one line with its address, and loads no MikroORM when it keeps its data in memory', async () => {
    const service = start({ DATABASE_URL: 'memory:', PAGES: 'off' }, WITHOUT_MIKROORM);
    const url = await service.listening;
    expect(service.output()).to.deep.equal({ stdout: `Listening on ${url}\n`, stderr: '' });
  });

  it('loads MikroORM when it keeps its data in a database', async () => {
    const other = start({ DATA_DIR: `${folder.path}/unused` }, WITHOUT_MIKROORM);
    expect(await other.ended).to.equal(1);
    expect(other.output().stderr).to.contain('loaded @mikro-orm/');
  });

  it('says where its pages are, and which variables have no effect', async () => {
    const service = start({ DATABASE_URL: 'memory:', HOST: '0.0.0.0', MAX_PAGESIZE: '3' });
    const { port } = new URL(await service.listening);
    const pages = `explorer: http://localhost:${port}/explorer/, reference: http://localhost:${port}/docs/`;
    const warned = 'MAX_PAGESIZE is not a setting; did you mean MAX_PAGE_SIZE?';
    const open = 'POLICY_FILE is not set, so anyone who can reach 0.0.0.0 may do everything';
    await eventually('all are said', () => messagesOf(service).length === 3);
    expect(messagesOf(service)).to.deep.equal([warned, open, pages]);
  });

  it('goes on after SIGUSR2, which has nothing to restart, while it starts, serves and stops', async () => {
    const service = start({ DATABASE_URL: 'memory:', SHUTDOWN_DELAY_MS: '500' }, [
      // The signal arrives before any of the service's own code but its first line.
      '--import',
      `data:text/javascript,process.once('newListener', () => process.nextTick(() => process.kill(process.pid, 'SIGUSR2')))`,
    ]);
    const url = await service.listening;
    const warnings = (): number => messagesOf(service).filter((each) => each.startsWith('nothing to restart')).length;
    service.process.kill('SIGUSR2');
    await eventually('it says so', () => warnings() > 0);
    expect((await new ApiClient(url).get('/persons')).status).to.equal(200);
    service.process.kill('SIGTERM');
    service.process.kill('SIGUSR2');
    expect(await service.ended).to.equal(0);
  });

  it('keeps its data in the embedded database across signals during its creation, restarts and a kill -9, and lets no other process use it', async () => {
    const environment = { DATA_DIR: `${folder.path}/deep/down/data` };
    const creating = `creating the database in ${environment.DATA_DIR}, which takes a few seconds`;
    const stopped = start(environment);
    await eventually('it says what it does', () => messagesOf(stopped).includes(creating));
    expect(stopped.output().stdout).to.equal('');
    stopped.process.kill('SIGTERM');
    stopped.process.kill('SIGINT');
    expect(await stopped.ended).to.equal(0);

    let service = start(environment);
    const recovering = `recovering the database in ${environment.DATA_DIR}, which was not closed`;
    for (const [signal, how, said] of [TERMINATION, KILL]) {
      const created = await new ApiClient(await service.listening).post('/persons', person('Grace'));
      const second = start(environment);
      expect(await second.ended).to.equal(1);
      expect(second.output()).to.deep.equal({
        stdout: '',
        stderr: `${environment.DATA_DIR} is in use by another process\n`,
      });
      service.process.kill(signal);
      expect(await service.ended).to.equal(how);
      service = start(environment);
      const found = await new ApiClient(await service.listening).get(created.document.data.links.self);
      expect(found.document.data.attributes.display_name).to.equal('GRACE');
      const messages = messagesOf(service).filter((message) => message.includes('the database'));
      expect(messages).to.deep.equal(said === 'recovering' ? [recovering] : []);
    }
  });

  it('exits with one line if the data folder cannot be created', async function () {
    // Elsewhere every missing parent can either be created or is refused with another error than ENOENT.
    if (process.platform !== 'linux') this.skip();
    const service = start({ DATA_DIR: '/proc/no/folder' });
    expect(await service.ended).to.equal(1);
    expect(service.output()).to.deep.equal({ stdout: '', stderr: '/proc/no/folder cannot be created: ENOENT\n' });
  });

  it('exits with one line if the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const service = start({ DATABASE_URL: 'memory:', PORT: String(port) });
    expect(await service.ended).to.equal(1);
    const message = `listen EADDRINUSE: address already in use 127.0.0.1:${port}; stop the program that listens there, or set another PORT\n`;
    expect(service.output().stderr).to.equal(message);
    const environment = { DATA_DIR: `${folder.path}/not-created`, PORT: String(port) };
    const first = start(environment);
    expect(await first.ended).to.equal(1);
    expect(first.output().stderr).to.equal(message);
    expect(existsSync(environment.DATA_DIR)).to.equal(false);
    other.close();
  });

  it('exits with one line that names every invalid variable', async () => {
    const service = start({ PORT: 'http', DATABASE_URL: 'mysql://x' });
    expect(await service.ended).to.equal(1);
    expect(service.output().stderr).to.match(/^PORT must be .*; DATABASE_URL must be .*\n$/);
  });

  it('exits with one line on a Node without type stripping', async () => {
    const service = start({}, ['--no-strip-types']);
    expect(await service.ended).to.equal(1);
    expect(service.output().stderr).to.match(/^Node v\S+ cannot run TypeScript; use Node 22.18 or newer.*\n$/);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`answers all accepted requests after ${signal}, sent twice, and exits with code 0`, async () => {
      const service = start({ DATABASE_URL: 'memory:' });
      const url = await service.listening;
      const clients = Array.from({ length: 8 }, () => requestUntilRefused(url));
      await Promise.all(clients.map(({ begun }) => begun));
      service.process.kill(signal);
      service.process.kill(signal);
      const outcomes = await Promise.all(clients.map(({ outcome }) => outcome));
      expect(await service.ended).to.equal(0);
      for (const { answered, refusal } of outcomes) {
        expect(answered).to.be.above(0);
        // A client that connects while the port is being closed is reset.
        expect(refusal).to.be.oneOf(['ECONNREFUSED', 'ECONNRESET']);
      }
      const received = messagesOf(service).filter((message) => message === 'request');
      expect(received).to.have.length(outcomes.reduce((sum, { answered }) => sum + answered, 0));
    });
});

/** The messages of its log so far. */
function messagesOf(service: ServiceProcess): readonly string[] {
  const lines = service.output().stderr.split('\n').slice(0, -1);
  return lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
}

interface Outcome {
  readonly answered: number;
  readonly refusal: string;
}

/** Sends requests on a kept-alive connection until one fails; `begun` resolves with the first answer. */
function requestUntilRefused(url: string): { readonly begun: Promise<unknown>; readonly outcome: Promise<Outcome> } {
  const { promise: begun, resolve } = Promise.withResolvers<number>();
  return { begun, outcome: countAnswers(url, resolve) };
}

/** @param onAnswer gets the number of earlier answers */
async function countAnswers(url: string, onAnswer: (before: number) => void): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let answered = 0; ; answered += 1) {
    const outcome = await new Promise<string>((resolve) => {
      const request = httpRequest(`${url}/persons`, { agent }, (response) => {
        response.resume();
        response.once('end', () => {
          resolve('answered');
        });
        response.once('error', () => {
          resolve('cut');
        });
      });
      request.once('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code ?? error.message);
      });
      request.end();
    });
    if (outcome !== 'answered') {
      agent.destroy();
      return { answered, refusal: outcome };
    }
    onAnswer(answered);
  }
}
