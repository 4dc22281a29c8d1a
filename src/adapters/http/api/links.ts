import type { Resource } from './resource-description.ts';

/** Makes a link of a path. */
export type LinkTo = (path: string) => string;

/** @param publicUrl prefix of every link; undefined: links are paths. The Host header is never used: a client could forge it */
export function linksBelow(publicUrl: string | undefined): LinkTo {
  const prefix = publicUrl?.replace(/\/+$/, '') ?? '';
  return (path) => prefix + path;
}

export function resourcePath(resource: Pick<Resource, 'path'>, { id }: { readonly id: string }): string {
  return `${resource.path}/${id}`;
}

export interface RelationshipLinks {
  readonly self: string;
  readonly related: string;
}

/** @param resource link of the resource that has the relationship */
export function relationshipLinks(resource: string, name: string): RelationshipLinks {
  return { self: `${resource}/relationships/${name}`, related: `${resource}/${name}` };
}
