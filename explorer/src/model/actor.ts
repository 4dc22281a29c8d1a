// The signed-in user and their permissions, as `GET /` returns them.
import type { May } from './api.ts';
import { entries, member, text, texts, type Json } from './json.ts';

export interface Actor {
  readonly subject: string;
  readonly role: string;
  /** By type. */
  readonly may: ReadonlyMap<string, May>;
}

export function parseActor(document: Json | undefined): Actor | null {
  const json = member(member(document, 'meta'), 'actor');
  const subject = text(member(json, 'subject'));
  if (subject === undefined) return null;
  const may = entries(member(json, 'may')).map(([type, granted]) => [type, parseMay(granted)] as const);
  return { subject, role: text(member(json, 'role')) ?? '', may: new Map(may) };
}

function parseMay(json: Json): May {
  const actions = entries(json).map(([action, granted]) => {
    const fields = member(granted, 'fields');
    return [action, fields === undefined ? undefined : texts(fields)] as const;
  });
  return new Map(actions);
}
