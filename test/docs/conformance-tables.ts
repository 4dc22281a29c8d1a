import { accountForStatements, type Account } from '../conformance/account.ts';
import { levels, listsOf, versions, type ListName, type Version } from '../conformance/statements.ts';
import { tableOf } from './markdown.ts';

const lists = versions.flatMap((version) => listsOf[version]);

const KINDS = ['checked', 'overridden', 'not applicable'] as const;

/** The number of statements by list, level and treatment. */
export function conformanceTable(): string {
  const rows = lists.flatMap((list) =>
    [...levels, 'all' as const].flatMap((level) => {
      const ofLevel = treatedOf(list).filter(({ statement }) => level === 'all' || statement.level === level);
      const counts = KINDS.map((kind) => ofLevel.filter(({ treatment }) => treatment.kind === kind).length);
      return ofLevel.length === 0 ? [] : [[list, level, ...counts.map(String)]];
    }),
  );
  return tableOf(['list', 'level', ...KINDS], rows);
}

/** The statements of a list that are overridden or not applicable, with the reasons. */
export function exceptionsTable(list: ListName): string {
  const rows = treatedOf(list).flatMap(({ statement, treatment }) =>
    treatment.kind === 'checked' ? [] : [[`\`${statement.id}\``, statement.level, treatment.kind, treatment.reason]],
  );
  return tableOf(['statement', 'level', 'treatment', 'reason'], rows);
}

/** The statements of a list, with the service's behavior, or the reason for another one or none. */
export function statementsTable(list: ListName): string {
  const rows = treatedOf(list).map(({ statement, treatment }) => {
    const does = treatment.kind === 'not applicable' ? '' : treatment.check.name;
    const reason = treatment.kind === 'checked' ? '' : treatment.reason;
    return [`\`${statement.id}\``, statement.level, treatment.kind, does, reason];
  });
  return tableOf(['statement', 'level', 'treatment', 'what the service does', 'reason'], rows);
}

function treatedOf(list: ListName): Account['treated'] {
  const version = versions.find((each) => listsOf[each].includes(list));
  return version === undefined ? [] : accounts[version].treated.filter(({ statement }) => statement.list === list);
}

const accounts: Readonly<Record<Version, Account>> = {
  '1.0': accountForStatements('1.0'),
  '1.1': accountForStatements('1.1'),
};
