import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { channelTo, type ChannelToWorker } from '#composition/processes/worker-channel';

describe('The channel to a worker', () => {
  let worker: Worker;
  let channel: ChannelToWorker;
  let reported: string[];
  let says: Promise<unknown>;

  beforeEach(async () => {
    reported = [];
    cluster.setupPrimary({
      exec: join(import.meta.dirname, '../../support/worker-process.ts'),
      execArgv: [],
      serialization: 'advanced',
      silent: true,
    });
    worker = cluster.fork();
    says = once(worker.process.stdout ?? worker, 'data').then(String);
    await new Promise<void>((listening) => {
      channel = channelTo(worker, answers(listening), (error) => reported.push(String(error)));
    });
  });
  afterEach(() => void worker.process.kill('SIGKILL'));

  const answers = (listening: () => void): Parameters<typeof channelTo>[1] => ({
    listening,
    metrics: () => undefined,
    wrote: async () => undefined,
    held: () => ({ files: undefined, keys: undefined }),
    failed: () => undefined,
    keysRead: () => undefined,
    newest: () => undefined,
  });

  const failureOf = (call: Promise<unknown>): Promise<string> => call.then(() => 'none', String);

  it('gives up a question that gets no answer', async () => {
    expect(await failureOf(channel.readiness())).to.include('timeout');
  });

  it('gives up what a worker was asked that dies, and whatever it is asked afterwards', async () => {
    const failure = failureOf(channel.readiness());
    worker.process.kill('SIGKILL');
    expect(await failure).to.include('closed');
    expect(await failureOf(channel.readiness())).to.include('closed');
  });

  it('reports a failure to answer where it happens, and at once to whoever asked', async () => {
    expect(await failureOf(channel.metrics())).to.include('no metrics');
    expect(await says).to.equal('Error: no metrics\n');
    expect(reported).to.deep.equal([]);
  });
});
