import { accountForStatements, type Account } from '../conformance/account.ts';
import { NOT_USED } from '../conformance/not-applicable.ts';
import { levels, listsOf, versions } from '../conformance/statements.ts';
import { tableOf } from './markdown.ts';

type Treated = Account['treated'][number];

const lists = versions.flatMap((version) => listsOf[version]);

const KINDS = ['checked', 'overridden', 'not applicable'] as const;

/** The number of statements by list, treatment and level. */
export function conformanceTable(): string {
  const rows = lists.map((list) => {
    const ofList = allTreated.filter(({ statement }) => statement.list === list);
    const counts = KINDS.map((kind) => countLevels(ofList.filter(({ treatment }) => treatment.kind === kind)));
    return [list, String(ofList.length), ...counts];
  });
  return tableOf(['list', 'statements', ...KINDS], rows);
}

/** The statements of all lists that are overridden or not applicable, by reason. MUST is not named. */
export function exceptionsTable(): string {
  const rows = KINDS.flatMap((kind) => {
    const ofKind = allTreated.filter(({ treatment }) => treatment.kind === kind && kind !== 'checked');
    return [...Map.groupBy(ofKind, reasonOf)].map(([reason, treated]) => [kind, reason, nameByList(treated)]);
  });
  return tableOf(['treatment', 'reason', 'statements'], rows);
}

/** `22: 18 MUST, 1 SHOULD, 3 MAY` */
function countLevels(treated: readonly Treated[]): string {
  const counts = levels.flatMap((level) => {
    const count = treated.filter(({ statement }) => statement.level === level).length;
    return count === 0 ? [] : [`${count} ${level}`];
  });
  return counts.length === 0 ? '0' : `${treated.length}: ${counts.join(', ')}`;
}

/** Options that the service does not use have one reason in common. */
function reasonOf({ treatment }: Treated): string {
  const reason = treatment.kind === 'checked' ? '' : treatment.reason;
  return reason.startsWith(NOT_USED) ? NOT_USED : reason;
}

function nameByList(treated: readonly Treated[]): string {
  const byList = Map.groupBy(treated, ({ statement }) => statement.list);
  return [...byList].map(([list, ofList]) => `${list}: ${ofList.map(nameOf).join(', ')}`).join('; ');
}

function nameOf({ statement: { id, level } }: Treated): string {
  return level === 'MUST' ? `\`${id}\`` : `\`${id}\` (${level})`;
}

const allTreated = versions.flatMap((version) => accountForStatements(version).treated);
