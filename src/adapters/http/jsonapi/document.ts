// JSON:API documents as this service writes them.
import type { ErrorObject } from './errors.ts';

export interface ResourceIdentifier {
  readonly type: string;
  readonly id: string;
}

export type Linkage = readonly ResourceIdentifier[] | ResourceIdentifier | null;

export interface RelationshipObject {
  readonly links: { readonly self: string; readonly related: string };
  readonly data?: Linkage;
}

export interface ResourceObject extends ResourceIdentifier {
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly relationships: Readonly<Record<string, RelationshipObject>>;
  readonly links: { readonly self: string };
}

export type DocumentLinks = Readonly<Record<string, string>>;

export interface DataDocument {
  readonly data: readonly ResourceObject[] | ResourceObject | Linkage;
  readonly included?: readonly ResourceObject[];
  readonly links: DocumentLinks;
  readonly meta?: { readonly count: number };
  readonly jsonapi: typeof version;
}

export interface MetaDocument {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly links?: DocumentLinks;
  readonly jsonapi: typeof version;
}

export interface ErrorDocument {
  readonly errors: readonly ErrorObject[];
  readonly jsonapi: typeof version;
}

export type Document = DataDocument | MetaDocument | ErrorDocument;

/** The member `jsonapi` of every document. */
export const version = { version: '1.0' } as const;
