// The rows that an actor sees in the lists, and the changes that a service with only these rows would show.
import { isDeepStrictEqual } from 'node:util';
import { isHeld, relationshipsOf } from '#adapters/http/api/resource-description';
import type { Actor } from '#application/model/actor';
import type { ResourceIdentifier } from '#application/model/query';
import { resourceTypes, type ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';
import { hiddenFields } from './descriptions.ts';
import type { RoleInFile } from './policy-in-file.ts';
import type { Service } from './services.ts';

/** A reader whose feed is compared. */
export interface Reader {
  readonly actor: Actor;
  readonly rules: RoleInFile;
}

/** A row as a list shows it, with only the links that belong to it. */
export interface ShownRow {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly targets: Readonly<Record<string, ResourceIdentifier | null>>;
  readonly sets: Readonly<Record<string, readonly string[]>>;
}

/** The rows of each readable type, by identifier. */
export type ShownRows = ReadonlyMap<ResourceType, ReadonlyMap<string, ShownRow>>;

/** A change in the feed, without its id and positions. */
export interface Told extends ResourceIdentifier {
  readonly action: string;
  readonly changed?: readonly string[];
  readonly after?: Readonly<Record<string, unknown>>;
}

/** The types that a role may read. */
export function readableTypes({ rules }: Pick<Reader, 'rules'>): readonly ResourceType[] {
  return resourceTypes.filter((type) => rules[type]?.read !== undefined);
}

/** The fields of a type that a change can show, in the order of their declaration. */
export function fieldsInFeed({ rules }: Pick<Reader, 'rules'>, type: ResourceType): readonly string[] {
  const hidden = hiddenFields(rules, resources[type]);
  return Object.entries(resources[type].fields).flatMap(([name, field]) => {
    const isShown =
      field.kind === 'attribute'
        ? field.output !== undefined
        : field.kind === 'relationship' && isHeld(resources[type], field);
    return isShown && !hidden.includes(name) ? [name] : [];
  });
}

export async function readShown(service: Service, reader: Reader): Promise<ShownRows> {
  const types = readableTypes(reader);
  return new Map(await Promise.all(types.map(async (type) => [type, await readList(service, reader, type)] as const)));
}

/** @throws Error if the list is refused */
export async function readList(
  service: Service,
  reader: Reader,
  type: ResourceType,
): Promise<ReadonlyMap<string, ShownRow>> {
  const links = relationshipsOf(resources[type]);
  const held = fieldsInFeed(reader, type).filter((name) => name in links);
  const { path } = resources[type];
  const target = `${path}?page%5Bsize%5D=0${held.length > 0 ? `&include=${held.join()}` : ''}`;
  const { status, text } = await service.ask({ method: 'GET', route: path, target, headers: {} }, reader.actor);
  if (status !== 200) throw new Error(`GET ${target} answers ${status} ${text}`);
  const { data } = JSON.parse(text) as ListDocument;
  return new Map(
    data.map(({ id, attributes = {}, relationships = {} }) => {
      const linkage = held.map((name) => [name, relationships[name]?.data ?? null] as const);
      const targets = linkage.filter(([name]) => links[name]?.cardinality === 'one');
      const sets = linkage.filter(([name]) => links[name]?.cardinality === 'many');
      const idsOf = (linked: Linkage): readonly string[] => [linked ?? []].flat().map((each) => each.id);
      const row: ShownRow = {
        attributes,
        targets: Object.fromEntries(targets.map(([name, linked]) => [name, linked as ResourceIdentifier | null])),
        sets: Object.fromEntries(sets.map(([name, linked]) => [name, idsOf(linked).toSorted()])),
      };
      return [id, row] as const;
    }),
  );
}

type Linkage = ResourceIdentifier | readonly ResourceIdentifier[] | null;

interface ListDocument {
  readonly data: readonly {
    readonly id: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly relationships?: Readonly<Record<string, { readonly data?: Linkage }>>;
  }[];
}

/** The changes of a type, by identifier, that lead from one list to another one. */
export function changesBetween(
  reader: Reader,
  type: ResourceType,
  before: ShownRows,
  after: ShownRows,
): readonly Told[] {
  const [was, is] = [before, after].map((rows) => rows.get(type) ?? new Map<string, ShownRow>());
  const fields = fieldsInFeed(reader, type);
  const ids = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...ids].flatMap((id): readonly Told[] => {
    const [one, other] = [was?.get(id), is?.get(id)];
    if (other === undefined) return [{ type, id, action: 'deleted' }];
    if (one === undefined) return [{ type, id, action: 'created', after: contentOf(other) }];
    const changed = fields.filter((name) => !isDeepStrictEqual(valueIn(one, name), valueIn(other, name)));
    return changed.length === 0 ? [] : [{ type, id, action: 'updated', changed, after: contentOf(other) }];
  });
}

function contentOf({ attributes, targets }: ShownRow): Readonly<Record<string, unknown>> {
  return { ...attributes, ...targets };
}

function valueIn({ attributes, targets, sets }: ShownRow, name: string): unknown {
  return { ...attributes, ...targets, ...sets }[name];
}
