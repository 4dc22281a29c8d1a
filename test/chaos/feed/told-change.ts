import { stateIn } from '#adapters/http/answer/entity-tags';
import type { ApiResponse } from '../../support/api-client.ts';

/** A change as read from the feed. */
export interface ToldChange {
  readonly id: string;
  /** The position after it. */
  readonly cursor: string;
  readonly action: 'created' | 'updated' | 'deleted';
  readonly type: 'person' | 'computer';
  /** The identifier of the resource. */
  readonly subject: string;
  /** Undefined if it was deleted. */
  readonly after: ToldState | undefined;
  /** The version of the resource, from its tag; undefined if it was deleted. */
  readonly version: number | undefined;
  /** The parts that stay the same each time the change is read. */
  readonly text: string;
}

export interface ToldState {
  /** The name of a person, or the serial of a computer. */
  readonly name: string;
  /** Null for a person, and for a computer without an owner. */
  readonly owner: string | null;
}

/** Reads a resource object of `/changes`. */
export function readTold({ id, attributes, relationships, meta }: ApiResponse['document']): ToldChange {
  const { type, id: subject } = relationships.subject.data;
  const { after } = attributes;
  const version = meta.etag === undefined ? undefined : Number(stateIn(meta.etag.slice(1, -1)).split('.').at(-1));
  return {
    id,
    cursor: meta.page.cursor,
    action: attributes.action,
    type,
    subject,
    after: after && { name: type === 'person' ? after.display_name : after.serial, owner: after.owner?.id ?? null },
    version,
    text: JSON.stringify([id, attributes, relationships]),
  };
}

/** Identifies a write by the name that it gives, or the resource that it deletes. */
export function traceOf({ action, type, subject, after }: ToldChange): string {
  return action === 'deleted' ? deletion(type, subject) : (after?.name ?? '');
}

export function deletion(type: string, id: string): string {
  return `${type} ${id} deleted`;
}
