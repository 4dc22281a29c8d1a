// Runs the checks and writes down what came of them.
import { type Account } from './account.ts';
import { Session } from './session.ts';
import { levels, type Statement } from './statements.ts';
import { survey } from './survey.ts';

const results = ['pass', 'fail', 'overridden', 'not applicable'] as const;

type Result = (typeof results)[number];

interface Verdict {
  readonly statement: Statement;
  readonly result: Result;
  /** Why it does not apply, what is in its place, how the check failed; empty for a pass. */
  readonly reason: string;
}

export interface Report {
  /** In the order of the standard. */
  readonly verdicts: readonly Verdict[];
  /** How many response documents have been validated. */
  readonly documents: number;
  /** What went wrong besides the checks. */
  readonly problems: readonly string[];
}

/**
 * Checks a running service and removes what that has created there.
 * @param url of the service
 */
export async function checkService(url: string, { treated }: Account): Promise<Report> {
  const session = new Session(url);
  const verdicts = new Map<string, Verdict>();
  const surveyed = await outcomeOf(() => survey(session));
  const inOrder = [...treated].sort((one, other) => Number(isLast(one)) - Number(isLast(other)));
  for (const { statement, treatment } of inOrder)
    verdicts.set(statement.key, await judge(session, statement, treatment));
  const cleaned = await outcomeOf(() => session.cleanUp());
  return {
    verdicts: treated.flatMap(({ statement }) => verdicts.get(statement.key) ?? []),
    documents: session.withDocument().length,
    problems: [surveyed, cleaned].filter((problem) => problem !== undefined),
  };
}

/** A table of all statements, and under it the numbers per level. */
export function writeReport({ verdicts, documents, problems }: Report): string {
  const width = Math.max(...verdicts.map(({ statement }) => label(statement, verdicts).length));
  const rows = verdicts.map(({ statement, result, reason }) =>
    [label(statement, verdicts).padEnd(width), statement.level.padEnd(11), result.padEnd(14), firstLine(reason)].join(
      '  ',
    ),
  );
  const head = ['statement'.padEnd(width), 'level'.padEnd(11), 'result'.padEnd(14), 'reason'].join('  ');
  const rest = [
    `${documents} valid response documents`,
    ...problems.map((problem) => `problem: ${firstLine(problem)}`),
  ];
  return [head, ...rows.map((row) => row.trimEnd()), '', ...writeTotals(verdicts), '', ...rest].join('\n');
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

async function judge(session: Session, statement: Statement, treatment: Treated['treatment']): Promise<Verdict> {
  if (treatment.kind === 'not applicable') return { statement, result: treatment.kind, reason: treatment.reason };
  const { check, kind } = treatment;
  const failure = await outcomeOf(() => check.run(session));
  if (failure !== undefined) return { statement, result: 'fail', reason: `${check.name}: ${failure}` };
  return kind === 'overridden'
    ? { statement, result: kind, reason: treatment.reason }
    : { statement, result: 'pass', reason: '' };
}

/** Whether the check wants to see the answers to all others. */
export function isLast({ treatment }: Treated): boolean {
  return treatment.kind !== 'not applicable' && treatment.check.last;
}

/** The message of what has been thrown, if anything. */
async function outcomeOf(run: () => void | Promise<void>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The id, with the ordinal where the id stands twice. */
function label({ id, key }: Statement, verdicts: readonly Verdict[]): string {
  return verdicts.filter(({ statement }) => statement.id === id).length === 1 ? id : key;
}

function firstLine(text: string): string {
  return text.split('\n')[0]?.slice(0, 300) ?? '';
}
