// The outcome of a request in one line: the status, then the resources in order, primary and included.

/** Introduces an outcome: a comment of the shell, so that the block around it can be pasted. */
export const OUTCOME = '# → ';

interface Identified {
  readonly type: string;
  readonly id: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly data?: readonly Identified[] | Identified | null;
  readonly included?: readonly Identified[];
}

/**
 * The outcome, such as `# → 200: person 1 ADA <ada@example.org>; included: computer 1 ENGINE-1`.
 * @param text of the answer, a JSON:API document or nothing
 */
export function outcomeOf(status: number, text: string): string {
  const { data, included = [] } = (text === '' ? {} : JSON.parse(text)) as Answer;
  const found = list([data ?? []].flat());
  const related = list(included);
  return `${OUTCOME}${status}${found === '' ? '' : `: ${found}`}${related === '' ? '' : `; included: ${related}`}`;
}

/** Each by type, identifier and the attribute that names it. */
function list(resources: readonly Identified[]): string {
  const nameOf = ({ display_name, serial }: Readonly<Record<string, unknown>>): unknown => display_name ?? serial ?? '';
  return resources
    .map(({ type, id, attributes = {} }) => `${type} ${id} ${String(nameOf(attributes))}`.trim())
    .join(', ');
}
