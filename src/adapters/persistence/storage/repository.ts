import type { Repository } from '#application/ports/repository';
import type { Draft, Entity } from '#domain/entity';
import { compareLinks, type Link } from '#domain/relationships';
import { relationshipOf, type Attributes, type ResourceType } from '#domain/schema';
import type { Send } from '../connection/driver/send-statement.ts';
import { stampsIn, type TableStatements } from '../sql/table-statements.ts';
import { readValue } from '../tables/kinds.ts';
import { fill, type Statement } from '../tables/sql-fragment.ts';
import type { StoredProperty, Table } from '../tables/tables.ts';

/** The repository of one resource type. */
export function sqlRepository(type: ResourceType, send: Send, table: Table, statements: TableStatements): Repository {
  const { properties } = table;
  const stamps = stampsIn(table);
  const stampedBy = (entity: Entity, millis: readonly (string | null)[]): Entity => {
    if (stamps.length === 0) return entity;
    const set = stamps.map(({ name }, index) => [name, new Date(Number(millis[index])).toISOString()] as const);
    return { ...entity, attributes: { ...entity.attributes, ...Object.fromEntries(set) } };
  };
  const restore = ([id, version, ...texts]: readonly (string | null)[]): Entity => {
    const attributes: Record<string, Attributes[string]> = {};
    const targets: Record<string, string | null> = {};
    for (const [index, { member, name, kind }] of properties.entries())
      if (member === 'attributes') attributes[name] = readValue(kind, texts[index]);
      else targets[name] = texts[index] ?? null;
    return { type, id: id ?? '', version: Number(version), attributes, targets };
  };
  const identifiers = async (statement: Statement, ids: readonly string[]): Promise<readonly string[]> =>
    ids.length === 0 ? [] : (await send(fill(statement, [ids]))).flatMap(([id]) => id ?? []);
  return {
    add: async (draft) => {
      const [assigned] = await send(
        fill(
          statements.add,
          properties.map((each) => valueIn(draft, each)),
        ),
      );
      const [id, version, ...millis] = assigned ?? [];
      if (typeof id !== 'string') throw new Error('insert returned no row');
      return stampedBy({ ...draft, id, version: Number(version) }, millis);
    },
    lock: async (ids, members = {}) => {
      const lists = [ids, ...statements.memberships.map((name) => members[name] ?? [])];
      return lists.every((list) => list.length === 0) ? [] : (await send(fill(statements.lock, lists))).map(restore);
    },
    save: async (entities) => {
      if (entities.length === 0) return [];
      const lists = properties.map((each) => entities.map((entity) => valueIn(entity, each)));
      const [ids, versions] = [entities.map(({ id }) => id), entities.map(({ version }) => version)];
      const rows = await send(fill(statements.save, [ids, versions, ...lists]));
      const millisById = new Map(rows.map(([id, ...millis]) => [id, millis]));
      return entities.map((entity) => stampedBy(entity, millisById.get(entity.id) ?? []));
    },
    remove: async (ids) => {
      if (ids.length > 0) await send(fill(statements.remove, [ids]));
    },
    referringTo: async (relationship, targetIds) =>
      identifiers(statementsFor(statements.targets, relationship).referringTo, targetIds),
    targetsOf: async (relationship, ids) => identifiers(statementsFor(statements.targets, relationship).targetsOf, ids),
    linksOf: async (relationship, ids, others) => {
      if (ids.length === 0 || others?.length === 0) return [];
      const { all, among } = statementsFor(statements.links, relationship);
      const rows = await send(others === undefined ? fill(all, [ids]) : fill(among, [ids, others]));
      const { to, inverse, end } = relationshipOf(type, relationship);
      const declared = end === 'to' ? { type: to, relationship: inverse } : { type, relationship };
      return rows.map(([from, target]) => ({ ...declared, id: from ?? '', target: target ?? '' }));
    },
    relink: async (relationship, { added, removed }) => {
      const { add, remove } = statementsFor(statements.links, relationship);
      // Both are sent before any later statement.
      await Promise.all([
        removed.length > 0 && send(fill(remove, endsOf(removed))),
        added.length > 0 && send(fill(add, endsOf(added))),
      ]);
    },
  };
}

/** The identifiers of both ends. They are sorted, so that all writes insert rows in one order, just as they lock in one order. */
function endsOf(links: readonly Link[]): readonly (readonly string[])[] {
  const sorted = links.toSorted(compareLinks);
  return [sorted.map(({ id }) => id), sorted.map(({ target }) => target)];
}

function statementsFor<Of>(statements: Readonly<Record<string, Of>>, relationship: string): Of {
  const found = statements[relationship];
  if (found === undefined) throw new Error(`no statements for the relationship ${relationship}`);
  return found;
}

/** @throws Error if a value is missing, which must not be stored as unset */
function valueIn(entity: Draft, { member, name }: StoredProperty): Attributes[string] {
  const value = entity[member][name];
  if (value === undefined) throw new Error(`no value to store for ${name}`);
  return value;
}
