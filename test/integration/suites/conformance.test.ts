import { expect } from 'chai';
import { accountForStatements } from '../../conformance/account.ts';
import { checkService, isLast } from '../../conformance/report.ts';
import { checkedSettings } from '../../conformance/service-process.ts';
import { Session } from '../../conformance/session.ts';
import { differingLevels, listsOf, readStatements, versions, type Version } from '../../conformance/statements.ts';
import { survey } from '../../conformance/survey.ts';
import { listenLocally } from '../../support/local-server.ts';
import { MEDIA_TYPE } from '../../support/media-types.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/** The headers of every response with a document. */
const alwaysSent = {
  'Content-Type': MEDIA_TYPE,
  Vary: 'Accept',
  'X-Request-Id': '1',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-cache',
};

const accounts = { '1.0': accountForStatements('1.0'), '1.1': accountForStatements('1.1') };

describe('The conformance report', () => {
  const counts: Readonly<Record<Version, readonly number[]>> = { '1.0': [184, 56, 47], '1.1': [241] };
  for (const version of versions)
    it(`accounts for every statement of a run in JSON:API ${version} exactly once`, () => {
      const { treated, gaps } = accounts[version];
      expect(gaps).to.deep.equal([]);
      const ofList = listsOf[version].map((list) => treated.filter(({ statement }) => statement.list === list).length);
      expect(ofList).to.deep.equal(counts[version]);
    });

  it('takes the levels from the text, which differs from the list for four statements', () => {
    const differing = versions
      .flatMap((version) => readStatements(version))
      .filter(({ level, listedLevel }) => level !== listedLevel);
    expect(Object.fromEntries(differing.map(({ key, level }) => [key, level]))).to.deep.equal(differingLevels);
  });

  it('covers every key word in the text of JSON:API 1.1', () => {
    const texts = readStatements('1.1').map(({ text }) => text);
    const words = texts.flatMap((text) => text.match(/\b(?:MUST|SHOULD|RECOMMENDED|MAY)\b/g) ?? []);
    expect(words).to.have.length(254);
  });

  it('overrides no statement of JSON:API 1.1', () => {
    expect(accounts['1.1'].treated.filter(({ treatment }) => treatment.kind === 'overridden')).to.deep.equal([]);
  });
});

// `npm run conformance -- --storage postgres` checks them on PostgreSQL.
describe('The statements of', () => {
  let service: TestService;

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:', ...checkedSettings });
  });
  after(() => service.stop());

  for (const version of versions)
    describe(listsOf[version].join(', '), () => {
      let session: Session;

      before(async () => {
        session = new Session(service.url, version);
        await session.requireVersion();
        await survey(session);
      });

      const { treated } = accounts[version];
      for (const { statement, treatment } of [...treated].sort(
        (one, other) => Number(isLast(one)) - Number(isLast(other)),
      )) {
        const title = `${statement.key} (${statement.level})`;
        if (treatment.kind === 'not applicable') it.skip(`${title} does not apply: ${treatment.reason}`);
        else it(`${title} ${treatment.check.name}`, () => treatment.check.run(session));
      }
    });
});

describe('A run in JSON:API 1.1', () => {
  it('fails if the service does not support it', async () => {
    const error = { status: '406', code: 'not-acceptable', title: 'Not acceptable', detail: 'No parameters.' };
    const server = await listenLocally((_, response) => {
      response.writeHead(406, alwaysSent).end(JSON.stringify({ errors: [error], jsonapi: { version: '1.0' } }));
    });
    const refusal = await checkService(server.url, '1.1', accounts['1.1']).catch(String);
    await server.close();
    expect(refusal).to.match(/responds in JSON:API 1\.0, not 1\.1/);
  });
});
