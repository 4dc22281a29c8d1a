// Stores a bulk change as text, so that Undo survives a reload.
import type { Api, Resource } from './api.ts';
import type { BulkChange, Step } from './bulk.ts';
import { resourceOf } from './fields.ts';
import { isArray, items, member, number, parseJson, text, type Json } from './json.ts';

export interface KeptRun {
  readonly resource: Resource;
  readonly change: BulkChange;
  /** The number of resources to change. */
  readonly total: number;
  readonly done: readonly Step[];
}

/**
 * @param subject the user who made the change; undefined without a policy
 * @returns undefined if nothing can be undone
 */
export function writeRun({ resource, change, total, done }: KeptRun, subject: string | undefined): string | undefined {
  const steps = done.flatMap(({ id, to, back }) => (back === undefined ? [] : [[id, to, back]]));
  if (change.kind === 'remove' || steps.length === 0) return undefined;
  const { name } = change.kind === 'set' ? change.attribute : change.relationship;
  return JSON.stringify({ subject, type: resource.type, name, total, steps });
}

/** @returns undefined if another user made the change, or the current user cannot read the field */
export function readRun(api: Api, subject: string | undefined, written: string): KeptRun | undefined {
  const json = parseJson(written);
  const resource = resourceOf(api, text(member(json, 'type')) ?? '');
  const change = resource === undefined ? undefined : changeOf(resource, text(member(json, 'name')));
  const done = items(member(json, 'steps')).flatMap(stepIn);
  if (resource === undefined || change === undefined || done.length === 0) return undefined;
  if (text(member(json, 'subject')) !== subject) return undefined;
  return { resource, change, total: number(member(json, 'total')) ?? done.length, done };
}

/** Undo needs only the field, so the value is left out. */
function changeOf({ fields }: Resource, name: string | undefined): BulkChange | undefined {
  const field = fields.find((one) => one.name === name);
  if (field?.kind === 'relationship') return { kind: 'link', relationship: field, to: undefined };
  return field?.readable === true ? { kind: 'set', attribute: field, value: null } : undefined;
}

function stepIn(json: Json): readonly Step[] {
  const [id, to, back] = isArray(json) ? json : [];
  return typeof id === 'string' && to !== undefined && back !== undefined ? [{ id, to, back }] : [];
}
