// The reasons why a write can be refused.
import { resourceTypes } from '#domain/schema';
import { attributesOf, hasRules, links } from './ledger-schema.ts';

export type Reason =
  | 'action or field'
  | 'target not found'
  | 'target hidden'
  | 'row before'
  | 'another holder'
  | 'link not found'
  | 'link hidden'
  | 'link not granted'
  | 'hidden holder'
  | 'link before'
  | 'broken rule'
  | 'link required'
  | 'contradiction'
  | 'row after'
  | 'created row'
  | 'result hidden';

const REASONS_OF_LINKS: readonly Reason[] = [
  'another holder',
  'link not found',
  'link hidden',
  'link not granted',
  'hidden holder',
  'link before',
];

/** True if a write to the model can be refused for this reason. */
export function isPossible(reason: Reason): boolean {
  if (reason === 'broken rule') return hasRules;
  if (reason === 'contradiction') return links.some(({ item, holder }) => item === holder);
  if (reason === 'link required') return links.some(({ isRequired }) => isRequired);
  if (reason === 'row after') return links.length > 0 || resourceTypes.some((type) => attributesOf(type).length > 0);
  return links.length > 0 || !REASONS_OF_LINKS.includes(reason);
}

export interface Refused {
  readonly reason: Reason;
  readonly status: number;
  /** Where the error may point: to `TARGET` or one of these pointers; undefined if anywhere. */
  readonly at: readonly string[] | undefined;
}
