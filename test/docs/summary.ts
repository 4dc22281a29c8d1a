// Summarizes an answer: its resources in order, each by its identifier and its name in the sample data.
import { ARROW } from './http-example.ts';
import type { SampleResource } from './sample.ts';

interface Identified {
  readonly type: string;
  readonly id: string;
}

interface Answer {
  readonly data: readonly Identified[] | Identified | null;
  readonly included?: readonly Identified[];
  readonly meta?: { readonly count?: number };
}

/** The summary of a document, such as `→ 1 Ada, 3 Grace (2 of 5); included: computer 2 ENGINE-2`. */
export function summarize({ data, included, meta }: Answer, sample: readonly SampleResource[]): string {
  const found = data === null ? [] : [data].flat();
  const nameOf = ({ type, id }: Identified): string => {
    const known = sample.find((each) => each.resource.type === type && each.id === id);
    return `${id} ${Object.values(known?.fields ?? {})[0] ?? ''}`;
  };
  const count = meta?.count ?? found.length;
  const names = found.length === 0 ? 'nothing' : found.map(nameOf).join(', ');
  const share = count === found.length ? '' : ` (${found.length} of ${count})`;
  const related = (included ?? []).map((each) => `${each.type} ${nameOf(each)}`);
  const rest = included === undefined ? '' : `; included: ${related.length === 0 ? 'nothing' : related.join(', ')}`;
  return `${ARROW}${names}${share}${rest}`;
}
