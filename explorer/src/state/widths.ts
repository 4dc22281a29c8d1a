// The widths of the columns, kept in the browser for each service.
import { computed, signal } from '@preact/signals';
import type { Resource } from '../model/api.ts';
import { parseWidths, widthKey, withoutWidths, withWidth, writeWidths, type Widths } from '../model/widths.ts';
import { ofService, recall, remember } from './storage.ts';

const storedAs = ofService('explorer-widths');

const widths = signal<Widths>(parseWidths(recall(storedAs) ?? ''));

const sizedKeys = computed(() => [...widths.value.keys()].join('\n'));

/** The columns with a width. Changes only with these, so that rows are not drawn again while an edge is dragged. */
const sized = computed(() => new Set(sizedKeys.value.split('\n')));

export function isSized(type: string, column: string): boolean {
  return sized.value.has(widthKey(type, column));
}

/** Undefined: automatic. */
export function widthOf(type: string, column: string): number | undefined {
  return widths.value.get(widthKey(type, column));
}

/** @param width in pixels; undefined: automatic */
export function setWidth(type: string, column: string, width: number | undefined): void {
  change(withWidth(widths.value, widthKey(type, column), width));
}

/** Makes the widths of all columns of a list automatic. */
export function clearWidths(resource: Resource): void {
  change(withoutWidths(widths.value, resource));
}

function change(changed: Widths): void {
  widths.value = changed;
  remember(storedAs, writeWidths(changed));
}
