// Describes bulk changes in words.
import type { Resource } from './api.ts';
import { countOf, type BulkChange, type Step } from './bulk.ts';

/** A bulk change, in progress or done. */
export interface BulkReport {
  readonly resource: Resource;
  readonly change: BulkChange;
  /** True if it undoes another change. */
  readonly undoes: boolean;
  readonly total: number;
  readonly done: readonly Step[];
  readonly refused: readonly unknown[];
  readonly left: readonly unknown[];
}

/** @example 'Setting birth_date of 12 persons' */
export function doingOf({ resource, change, undoes, total }: Omit<BulkReport, 'done' | 'refused' | 'left'>): string {
  const of = countOf(resource, total);
  if (undoes) return `Restoring ${of}`;
  return change.kind === 'remove' ? `Deleting ${of}` : `Setting ${nameIn(change)} of ${of}`;
}

/**
 * @param isHeld true if a failure has stopped it
 * @example '9 persons changed: birth_date set to 1999-12-31; 3 already had this value, 1 refused'
 */
export function resultOf(report: BulkReport, isHeld: boolean): string {
  const { resource, change, undoes, total, done, refused, left } = report;
  const same = undoes ? 0 : done.filter(isWithoutEffect).length;
  const changed = done.length - same;
  // After a reload, only the steps that can be undone are left.
  const isWhole = done.length + refused.length + left.length >= total;
  const counted = isWhole ? countOf(resource, changed) : `${number(changed)} of ${countOf(resource, total)}`;
  const notes = [
    ...(same > 0 ? [`${number(same)} already had this value`] : []),
    ...(refused.length > 0 ? [`${number(refused.length)} refused`] : []),
    // Some of the responses may have been lost.
    ...(left.length > 0 ? [`${number(left.length)} ${isHeld ? 'not confirmed' : 'left unchanged'}`] : []),
  ];
  return [`${counted} ${doneOf(change, undoes)}`, ...(notes.length > 0 ? [notes.join(', ')] : [])].join('; ');
}

function isWithoutEffect({ to, back }: Step): boolean {
  return back !== undefined && JSON.stringify(to) === JSON.stringify(back);
}

function doneOf(change: BulkChange, undoes: boolean): string {
  if (change.kind === 'remove') return 'deleted';
  if (undoes) return `restored: ${nameIn(change)} as before`;
  const value = change.kind === 'set' ? change.value : (change.to?.label ?? null);
  return `changed: ${nameIn(change)} ${value === null ? 'unset' : `set to ${shortened(String(value))}`}`;
}

function nameIn(change: Exclude<BulkChange, { readonly kind: 'remove' }>): string {
  return change.kind === 'set' ? change.attribute.name : change.relationship.name;
}

const mostCharacters = 60;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join('')}…` : text;
}

function number(count: number): string {
  return count.toLocaleString('en');
}
