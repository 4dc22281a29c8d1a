// Runs the checks and formats the results.
import { type Account } from './account.ts';
import { Session } from './session.ts';
import { levels, listsOf, type Statement, type Version } from './statements.ts';
import { survey } from './survey.ts';

const results = ['pass', 'fail', 'overridden', 'not applicable'] as const;

type Result = (typeof results)[number];

interface Verdict {
  readonly statement: Statement;
  readonly result: Result;
  /** Why it does not apply, what overrides it, or how the check failed; empty for a pass. */
  readonly reason: string;
}

export interface Report {
  readonly version: Version;
  /** In the order of the lists. */
  readonly verdicts: readonly Verdict[];
  /** The number of validated response documents. */
  readonly documents: number;
  /** Problems outside the checks. */
  readonly problems: readonly string[];
}

/**
 * Checks a running service and deletes what the checks created.
 * @param url of the service
 * @throws Error if the version is 1.1 and the service does not support it
 */
export async function checkService(url: string, version: Version, { treated }: Account): Promise<Report> {
  const session = new Session(url, version);
  if (version === '1.1') await session.requireVersion();
  const verdicts = new Map<string, Verdict>();
  const surveyFailure = await failureOf(() => survey(session));
  const inOrder = [...treated].sort((one, other) => Number(isLast(one)) - Number(isLast(other)));
  for (const { statement, treatment } of inOrder)
    verdicts.set(statement.key, await runCheck(session, statement, treatment));
  const cleanUpFailure = await failureOf(() => session.cleanUp());
  return {
    version,
    verdicts: treated.flatMap(({ statement }) => verdicts.get(statement.key) ?? []),
    documents: session.documents,
    problems: [surveyFailure, cleanUpFailure].filter((problem) => problem !== undefined),
  };
}

/** A table of the statements of each list, with the totals per level below it. */
export function writeReport({ version, verdicts, documents, problems }: Report): string {
  const tables = listsOf[version].map((list) => {
    const ofList = verdicts.filter(({ statement }) => statement.list === list);
    return [`${list}: ${ofList.length} statements`, '', ...writeVerdicts(ofList), '', ...writeTotals(ofList), ''];
  });
  const rest = [
    `${documents} valid response documents`,
    ...problems.map((problem) => `problem: ${firstLine(problem)}`),
  ];
  return [...tables.flat(), ...rest].join('\n');
}

function writeVerdicts(verdicts: readonly Verdict[]): readonly string[] {
  const width = Math.max(...verdicts.map(({ statement }) => label(statement, verdicts).length));
  const rows = verdicts.map(({ statement, result, reason }) =>
    [label(statement, verdicts).padEnd(width), statement.level.padEnd(11), result.padEnd(14), firstLine(reason)].join(
      '  ',
    ),
  );
  const head = ['statement'.padEnd(width), 'level'.padEnd(11), 'result'.padEnd(14), 'reason'].join('  ');
  return [head, ...rows.map((row) => row.trimEnd())];
}

function writeTotals(verdicts: readonly Verdict[]): readonly string[] {
  const head = ['level'.padEnd(11), ...results.map((result) => result.padStart(16))].join('');
  const rows = [...levels, 'all' as const].map((level) => {
    const ofLevel = verdicts.filter(({ statement }) => level === 'all' || statement.level === level);
    const counts = results.map((result) => ofLevel.filter((verdict) => verdict.result === result).length);
    return [level.padEnd(11), ...counts.map((count) => String(count).padStart(16))].join('');
  });
  return [head, ...rows];
}

type Treated = Account['treated'][number];

async function runCheck(session: Session, statement: Statement, treatment: Treated['treatment']): Promise<Verdict> {
  if (treatment.kind === 'not applicable') return { statement, result: treatment.kind, reason: treatment.reason };
  const { check, kind } = treatment;
  const failure = await failureOf(() => check.run(session));
  if (failure !== undefined) return { statement, result: 'fail', reason: `${check.name}: ${failure}` };
  return kind === 'overridden'
    ? { statement, result: kind, reason: treatment.reason }
    : { statement, result: 'pass', reason: '' };
}

/** True if the check inspects the responses to all other checks. */
export function isLast({ treatment }: Treated): boolean {
  return treatment.kind !== 'not applicable' && treatment.check.last;
}

/** The message of the error that was thrown, if any. */
async function failureOf(run: () => void | Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The id, with its ordinal if the id occurs twice. */
function label({ id, key }: Statement, verdicts: readonly Verdict[]): string {
  return verdicts.filter(({ statement }) => statement.id === id).length === 1 ? id : key;
}

function firstLine(text: string): string {
  return text.split('\n')[0]?.slice(0, 300) ?? '';
}
