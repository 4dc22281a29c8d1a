// Stores a bulk change as text, so that Undo survives a reload.
import type { Api, Resource } from './api.ts';
import type { BulkChange, Step } from './bulk.ts';
import { parseIdentifier } from './documents.ts';
import { resourceOf } from './fields.ts';
import { isArray, isScalar, items, member, number, parseJson, text, type Json } from './json.ts';

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
  const label = change.kind === 'link' ? change.to?.label : undefined;
  return JSON.stringify({ subject, type: resource.type, name, label, total, steps });
}

/** @returns undefined if another user made the change, or the current user cannot read the field */
export function readRun(api: Api, subject: string | undefined, written: string): KeptRun | undefined {
  const json = parseJson(written);
  const resource = resourceOf(api, text(member(json, 'type')) ?? '');
  const done = items(member(json, 'steps')).flatMap(stepIn);
  const [first] = done;
  if (resource === undefined || first === undefined) return undefined;
  const change = changeOf(resource, text(member(json, 'name')), first.to, text(member(json, 'label')));
  if (change === undefined) return undefined;
  if (text(member(json, 'subject')) !== subject) return undefined;
  return { resource, change, total: number(member(json, 'total')) ?? done.length, done };
}

/** @param to the new value, the same in every step */
function changeOf(
  { fields }: Resource,
  name: string | undefined,
  to: Json,
  label: string | undefined,
): BulkChange | undefined {
  const field = fields.find((one) => one.name === name);
  if (field?.kind === 'relationship') {
    const identifier = parseIdentifier(to);
    const link = to === null ? undefined : { ...identifier, label: label ?? `#${identifier.id}` };
    return { kind: 'link', relationship: field, to: link };
  }
  return field?.readable === true ? { kind: 'set', attribute: field, value: isScalar(to) ? to : null } : undefined;
}

function stepIn(json: Json): readonly Step[] {
  const [id, to, back] = isArray(json) ? json : [];
  return typeof id === 'string' && to !== undefined && back !== undefined ? [{ id, to, back }] : [];
}
