import { expect } from 'chai';
import { accountForStatements } from '../../conformance/account.ts';
import { isLast } from '../../conformance/report.ts';
import { checkedSettings } from '../../conformance/service-process.ts';
import { Session } from '../../conformance/session.ts';
import { differingLevels, lists, readStatements } from '../../conformance/statements.ts';
import { survey } from '../../conformance/survey.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

const { treated, gaps } = accountForStatements();

describe('The conformance report', () => {
  it('accounts for every statement of every list exactly once', () => {
    expect(gaps).to.deep.equal([]);
    const counts = lists.map((list) => treated.filter(({ statement }) => statement.list === list).length);
    expect(counts).to.deep.equal([184, 19, 56, 47]);
  });

  it('takes the levels from the text, which differs from the list for four statements', () => {
    const differing = readStatements().filter(({ level, listedLevel }) => level !== listedLevel);
    expect(Object.fromEntries(differing.map(({ key, level }) => [key, level]))).to.deep.equal(differingLevels);
  });
});

// `npm run conformance -- --storage postgres` checks them on PostgreSQL.
describe('JSON:API, Atomic Operations and Cursor Pagination', () => {
  let service: TestService;
  let session: Session;

  before(async () => {
    service = await startTestService({ DATABASE_URL: 'memory:', ...checkedSettings });
    session = new Session(service.url);
    await survey(session);
  });
  after(() => service.stop());

  for (const { statement, treatment } of [...treated].sort(
    (one, other) => Number(isLast(one)) - Number(isLast(other)),
  )) {
    const title = `${statement.key} (${statement.level})`;
    if (treatment.kind === 'not applicable') it.skip(`${title} does not apply: ${treatment.reason}`);
    else it(`${title} ${treatment.check.name}`, () => treatment.check.run(session));
  }
});
