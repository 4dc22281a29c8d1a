import { accountForStatements } from '../conformance/account.ts';
import { levels } from '../conformance/statements.ts';
import { tableOf } from './markdown.ts';

const KINDS = ['checked', 'overridden', 'not applicable'] as const;

/** The number of statements by level and treatment. */
export function conformanceTable(): string {
  const { treated } = accountForStatements();
  const rows = [...levels, 'all' as const].map((level) => {
    const ofLevel = treated.filter(({ statement }) => level === 'all' || statement.level === level);
    return [level, ...KINDS.map((kind) => String(ofLevel.filter(({ treatment }) => treatment.kind === kind).length))];
  });
  return tableOf(['level', ...KINDS], rows);
}

/** The statements that are overridden or not applicable, with the reasons. */
export function exceptionsTable(): string {
  const rows = accountForStatements().treated.flatMap(({ statement, treatment }) =>
    treatment.kind === 'checked' ? [] : [[`\`${statement.id}\``, statement.level, treatment.kind, treatment.reason]],
  );
  return tableOf(['statement', 'level', 'treatment', 'reason'], rows);
}
