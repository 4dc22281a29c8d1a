// The outcome of a request in one line: the status, then the resources in order, primary and included, or the codes of the errors.

/** Introduces an outcome: a comment of the shell, so that the block around it can be pasted. */
export const OUTCOME = '# → ';

interface Identified {
  readonly type: string;
  readonly id: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** An item of the feed of changes; `refetch` has no subject. */
interface Change {
  readonly type: 'change';
  readonly attributes: {
    readonly action: string;
    readonly changed?: readonly string[];
    readonly resource_type?: string;
  };
  readonly relationships?: { readonly subject: { readonly data: Identified } };
}

interface Answer {
  readonly data?: readonly (Identified | Change)[] | Identified | null;
  readonly errors?: readonly { readonly code: string }[];
  readonly included?: readonly Identified[];
}

/**
 * The outcome, such as `# → 200: person 1 ADA <ada@example.org>; included: computer 1 ENGINE-1`.
 * @param text of the answer, a JSON:API document or nothing
 */
export function outcomeOf(status: number, text: string): string {
  const { data, errors, included = [] } = (text === '' ? {} : JSON.parse(text)) as Answer;
  const found = errors?.map(({ code }) => code).join(', ') ?? list([data ?? []].flat());
  const related = list(included);
  return `${OUTCOME}${status}${found === '' ? '' : `: ${found}`}${related === '' ? '' : `; included: ${related}`}`;
}

function list(resources: readonly (Identified | Change)[]): string {
  return resources.map((each) => (isChange(each) ? changeText(each) : resourceText(each))).join(', ');
}

function isChange(each: Identified | Change): each is Change {
  return each.type === 'change';
}

/** By type, identifier and the attribute that names it. */
function resourceText({ type, id, attributes = {} }: Identified): string {
  const name: unknown = attributes['display_name'] ?? attributes['serial'] ?? '';
  return `${type} ${id} ${String(name)}`.trim();
}

/** A change without what differs in each run, such as `updated computer 1 (owner)`. */
function changeText({ attributes: { action, changed, resource_type }, relationships }: Change): string {
  const { type, id } = relationships?.subject.data ?? { type: resource_type ?? '', id: '' };
  return `${action} ${type} ${id}${changed === undefined ? '' : ` (${changed.join(', ')})`}`.trim();
}
