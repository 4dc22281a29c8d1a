// Every write that the schema allows, for each resource type and each of its relationships.
import { perType, relationshipNames, type ResourceType } from '#domain/schema';
import type { ResourceWrites } from './commands.ts';
import { create, createRelated } from './create.ts';
import { assign, link, replace, unassign, unlink } from './links.ts';
import { remove, removeRelated } from './remove.ts';
import { update, updateRelated } from './update.ts';

export type Writes = Readonly<Record<ResourceType, ResourceWrites>>;

export const writes: Writes = perType((type) => ({
  create: create(type),
  update: update(type),
  remove: remove(type),
  toMany: byName(relationshipNames(type, 'many'), (name) => ({
    link: link(type, name),
    replace: replace(type, name),
    unlink: unlink(type, name),
    create: createRelated(type, name),
  })),
  toOne: byName(relationshipNames(type, 'one'), (name) => ({
    assign: assign(type, name),
    unassign: unassign(type, name),
    update: updateRelated(type, name),
    remove: removeRelated(type, name),
  })),
}));

function byName<Made>(names: readonly string[], make: (name: string) => Made): Readonly<Record<string, Made>> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}
