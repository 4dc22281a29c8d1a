// The column widths, stored in the browser for each service.
import { computed, signal } from '@preact/signals';
import type { Resource } from '../model/api.ts';
import { parseWidths, widthKey, withoutWidths, withWidth, writeWidths, type Widths } from '../model/widths.ts';
import { ofService, recall, remember } from './storage.ts';

const storedAs = ofService('explorer-widths');

const widths = signal<Widths>(parseWidths(recall(storedAs) ?? ''));

const sizedKeys = computed(() => [...widths.value.keys()].join('\n'));

/** The columns with a set width. Does not change with the widths, so rows are not rendered again while an edge is dragged. */
const sized = computed(() => new Set(sizedKeys.value.split('\n')));

export function isSized(type: string, column: string): boolean {
  return sized.value.has(widthKey(type, column));
}

/** Undefined for automatic. */
export function widthOf(type: string, column: string): number | undefined {
  return widths.value.get(widthKey(type, column));
}

/** @param width in pixels; undefined for automatic */
export function setWidth(type: string, column: string, width: number | undefined): void {
  change(withWidth(widths.value, widthKey(type, column), width));
}

/** Resets all columns of a list to automatic width. */
export function clearWidths(resource: Resource): void {
  change(withoutWidths(widths.value, resource));
}

function change(changed: Widths): void {
  widths.value = changed;
  remember(storedAs, writeWidths(changed));
}
