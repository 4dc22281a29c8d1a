// What the checks create and look at.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { expectStatus } from './check.ts';
import { type Session } from './session.ts';

export type ResourceType = 'person' | 'computer';

export interface Identifier {
  readonly type: ResourceType;
  readonly id: string;
}

/** A resource object of an answer, as far as all of them have the same members. */
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

/** Just `type` and `id`. */
export function identify({ type, id }: Identifier): Identifier {
  return { type, id };
}

/** A text that no other resource has, so that a check finds its own among others. */
export function uniqueText(): string {
  return `conformance-${randomUUID()}`;
}

/** Creates a person that owns the computers. */
export async function newPerson(session: Session, computers: readonly Identifier[] = []): Promise<Resource> {
  const relationships = { computers: { data: computers.map(identify) } };
  return create(session, { type: 'person', attributes: { name: uniqueText() }, relationships });
}

/** Creates a computer, with an owner if there is one. */
export async function newComputer(session: Session, serial = uniqueText(), owner?: Identifier): Promise<Resource> {
  const relationships = owner === undefined ? {} : { owner: { data: identify(owner) } };
  return create(session, { type: 'computer', attributes: { serial }, relationships });
}

/** Creates computers whose serials are one text, which is resolved to, and each of the endings, in their order. */
export async function newComputers(session: Session, endings: readonly string[]): Promise<string> {
  const start = uniqueText();
  for (const ending of endings) await newComputer(session, start + ending);
  return start;
}

/** A resource that has been and is no more. */
export async function goneResource(session: Session, type: ResourceType): Promise<Identifier> {
  const resource = await (type === 'person' ? newPerson(session) : newComputer(session));
  expectStatus(await session.delete(pathOf(resource)), 200);
  return identify(resource);
}

/** What the relationship of the resource is linked to now. */
async function linkageOf(session: Session, identifier: Identifier): Promise<unknown> {
  const response = await session.get(relationshipOf(identifier));
  expectStatus(response, 200);
  return response.document.data;
}

/** Expects what the relationship of the resource is linked to now: one identifier or none, or a list by id. */
export async function expectLinkage(
  session: Session,
  identifier: Identifier,
  linked: Identifier | null | readonly Identifier[],
): Promise<void> {
  expect(await linkageOf(session, identifier)).to.deep.equal(linked);
}

/** The query parameter that selects the computers whose serial starts with the text. */
export function serialsFrom(start: string): string {
  return `filter=${encodeURIComponent(JSON.stringify([{ name: 'serial', op: 'startswith', val: start }]))}`;
}

/** The endings of the serials on a page of computers, in their order. */
export function endings(document: { readonly data: readonly Resource[] }, start: string): readonly string[] {
  return document.data.map(({ attributes }) => String(attributes['serial']).slice(start.length));
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
