// Creates the resources that the checks use, and knows their paths.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectStatus } from './check.ts';
import { type Session } from './session.ts';

export type ResourceType = 'person' | 'computer';

export interface Identifier {
  readonly type: ResourceType;
  readonly id: string;
}

/** The members that all resource objects in responses have in common. */
export interface Resource extends Identifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: { readonly self: string };
}

const collections: Readonly<Record<ResourceType, string>> = { person: '/persons', computer: '/computers' };

/** The path of a resource. */
export function pathOf({ type, id }: Identifier): string {
  return `${collections[type]}/${id}`;
}

/** The path of the resource's only relationship, `computers` or `owner`. */
export function relationshipOf(identifier: Identifier): string {
  return `${pathOf(identifier)}/relationships/${identifier.type === 'person' ? 'computers' : 'owner'}`;
}

/** The path of the resources that the resource is related to. */
export function relatedOf(identifier: Identifier): string {
  return `${pathOf(identifier)}/${identifier.type === 'person' ? 'computers' : 'owner'}`;
}

/** The resource identifier of a resource: only `type` and `id`. */
export function identify({ type, id }: Identifier): Identifier {
  return { type, id };
}

/** A unique text, so that a check can tell its own resources from others. */
export function uniqueText(): string {
  return `conformance-${randomUUID()}`;
}

/** Creates a person that owns the computers. */
export async function newPerson(session: Session, computers: readonly Identifier[] = []): Promise<Resource> {
  const relationships = { computers: { data: computers.map(identify) } };
  return create(session, { type: 'person', attributes: { name: uniqueText() }, relationships });
}

/** Creates a computer, with an owner if given. */
export async function newComputer(session: Session, serial = uniqueText(), owner?: Identifier): Promise<Resource> {
  const relationships = owner === undefined ? {} : { owner: { data: identify(owner) } };
  return create(session, { type: 'computer', attributes: { serial }, relationships });
}

/** Creates a computer for each ending, in order; their serials start with the same unique prefix, which is returned. */
export async function newComputers(session: Session, endings: readonly string[]): Promise<string> {
  const prefix = uniqueText();
  for (const ending of endings) await newComputer(session, prefix + ending);
  return prefix;
}

/** The identifier of a deleted resource. */
export async function deletedResource(session: Session, type: ResourceType): Promise<Identifier> {
  const resource = await (type === 'person' ? newPerson(session) : newComputer(session));
  expectStatus(await session.delete(pathOf(resource)), 200);
  return identify(resource);
}

/** The current linkage of the resource's relationship. */
async function linkageOf(session: Session, identifier: Identifier): Promise<unknown> {
  const response = await session.get(relationshipOf(identifier));
  expectStatus(response, 200);
  return response.document.data;
}

/** Expects the current linkage: an identifier or `null`, or a list ordered by id. */
export async function expectLinkage(
  session: Session,
  identifier: Identifier,
  linked: Identifier | null | readonly Identifier[],
): Promise<void> {
  expect(await linkageOf(session, identifier)).to.deep.equal(linked);
}

/** The query parameter that finds the computers whose serial starts with the prefix. */
export function serialsStartingWith(prefix: string): string {
  return `filter=${encodeURIComponent(JSON.stringify([{ name: 'serial', op: 'startswith', val: prefix }]))}`;
}

/** The endings of the serials on a page of computers, in order. */
export function endings(document: { readonly data: readonly Resource[] }, prefix: string): readonly string[] {
  return document.data.map(({ attributes }) => String(attributes['serial']).slice(prefix.length));
}

interface NewResource {
  readonly type: ResourceType;
  readonly attributes: object;
  readonly relationships: object;
}

async function create(session: Session, data: NewResource): Promise<Resource> {
  const response = await session.post(collections[data.type], { data });
  expectStatus(response, 201);
  return response.document.data as Resource;
}
