import { expect } from 'chai';
import type { Database } from '#adapters/persistence/storage/database';
import { ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { atDepth } from '../../support/depth.ts';
import {
  addComputer,
  addPerson,
  expectAlive,
  expectQuietPool,
  expectUnavailable,
  expectUnknownOutcome,
  storedNames,
} from '../../support/fault-bench.ts';
import { MessageCutter, type Cut, type Progress } from '../../support/message-cutter.ts';
import { createdId } from '../../contract/api/created-id.ts';
import { openServer } from '../../support/open-server.ts';
import { testServer } from '../../support/postgres-server.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/** The answer to a request whose connection was cut, and what the server had got until then. */
interface Outcome {
  readonly answer: ApiResponse;
  readonly progress: Progress;
  readonly count: number;
}

describe('A connection cut after each message of the protocol', () => {
  let cutter: MessageCutter;
  let service: TestService;
  let client: ApiClient;
  let administrator: Database;
  /** A change has a person of its own, so that it can be found afterwards. */
  const persons: string[] = [];
  let offset = 0;

  before(async () => {
    const url = await (await testServer()).createDatabase();
    cutter = await MessageCutter.open(url);
    administrator = openServer(url);
    service = await startTestService({ DATABASE_URL: cutter.url, ADMIN_PORT: '0', POOL_SIZE: '4' });
    client = new ApiClient(service.url);
    expect((await addComputer(client)).status).to.equal(201);
    while (persons.length < CUTS) persons.push(createdId(await addPerson(client, 'to be renamed')));
  });

  after(async () => {
    await cutter.close();
    await service.stop();
    await administrator.close();
  });

  /** Counts the messages of a request on a connection that is not cut. Then repeats it on new connections, each cut after a different message. */
  async function cutEach(
    where: Omit<Cut, 'count'>,
    send: (count: number) => Promise<ApiResponse>,
  ): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    const cutAfter = async (count: number): Promise<Outcome> => {
      await cutter.endAll();
      const progress = cutter.cutNext({ ...where, count });
      return { answer: await send(count), progress, count };
    };
    const { passed } = (await cutAfter(Infinity)).progress;
    expect(passed, 'messages').to.be.at.least(8);
    offset += 1;
    // The last message belongs to COMMIT or to its response, so the gate cuts there too.
    for (let count = passed; count > 0; count -= 1) {
      if (count !== passed && (count + offset) % EACH !== 0) continue;
      outcomes.unshift(await cutAfter(count));
      expect(outcomes[0]?.progress.isCut).to.equal(true);
      expect((await addPerson(client, 'next')).status, `the write after cut ${count}`).to.equal(201);
    }
    await expectAlive({ client, service });
    await expectQuietPool({ service });
    return outcomes;
  }

  for (const [from, how] of [
    ['client', 'FIN'],
    ['client', 'RST'],
    ['server', 'FIN'],
    ['server', 'RST'],
  ] as const)
    describe(`of the ${from}, by ${how}`, () => {
      it('fails no read', async () => {
        const path = '/computers/1?include=owner.computers';
        const outcomes = await cutEach({ from, how }, () => client.get(path));
        for (const { answer, count } of outcomes) expect(answer.status, `cut ${count}`).to.equal(200);
      });

      for (const [write, status, send] of [
        ['a creation', 201, (name: string) => addPerson(client, name)],
        ['a change', 200, (name: string) => renamePerson(client, persons.pop() ?? '', name)],
      ] as const)
        it(`leaves no doubt about ${write} unless COMMIT was sent, and never stores it twice`, async () => {
          const nameOf = (count: number): string => `${from} ${how} ${write} ${count}`;
          const outcomes = await cutEach({ from, how }, (count) => send(nameOf(count)));
          expect(outcomes.at(-1)?.progress.commit).to.equal(from === 'client' ? 'sent' : 'answered');
          const stored = await storedNames(administrator);
          for (const [index, { answer, progress, count }] of outcomes.entries()) {
            const times = stored.filter((name) => name === nameOf(count)).length;
            // The answer that COMMIT waits for and the end of the connection arrive together: it may have been sent between.
            const isCommitOnItsWay = from === 'server' && outcomes[index + 1]?.progress.commit !== 'none';
            if (progress.commit === 'answered') {
              if (how === 'FIN') expect(answer.status, `cut ${count}`).to.equal(status);
              // A reset may overtake the answer.
              else if (answer.status !== status) expectUnknownOutcome(answer);
              expect(times, `cut ${count}`).to.equal(1);
            } else if (progress.commit === 'sent' || progress.commit === 'left') {
              expectUnknownOutcome(answer);
              expect(times, `cut ${count}`).to.be.at.most(progress.commit === 'sent' ? 1 : 0);
            } else {
              if (isCommitOnItsWay) expect(answer.status).to.equal(503);
              else expectUnavailable(answer);
              expect(times, `cut ${count}`).to.equal(0);
            }
          }
        });
    });
});

/** The gate cuts after every third message. Each series starts at a different one. */
const EACH = atDepth({ gate: 3, campaign: 1 });

/** More than a change has messages, in four series. */
const CUTS = atDepth({ gate: 80, campaign: 200 });

function renamePerson(client: ApiClient, id: string, name: string): Promise<ApiResponse> {
  return client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes: { name } } });
}
