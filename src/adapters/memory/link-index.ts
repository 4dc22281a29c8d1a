import type { Entity } from '#domain/entity';
import { compareIdentifiers } from '#domain/identifier';
import { isManyToMany, relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';

/** The other side of a relationship: the rows that refer to each row. */
export class LinkIndex {
  readonly #sources = new Map<string, Set<string>>();

  /** The rows that refer to a row: identifiers, ascending. */
  sourcesOf(target: string): readonly string[] {
    const sources = this.#sources.get(target);
    return sources === undefined ? [] : [...sources].sort(compareIdentifiers);
  }

  has(source: string, target: string): boolean {
    return this.#sources.get(target)?.has(source) === true;
  }

  /** The number of rows that refer to a row. */
  countOf(target: string): number {
    return this.#sources.get(target)?.size ?? 0;
  }

  /** Updates the index for a row that now refers to another row; `null` is none. */
  move(source: string, from: string | null, to: string | null): void {
    if (from !== null) this.#remove(source, from);
    if (to !== null) this.#add(source, to);
  }

  #remove(source: string, target: string): void {
    const sources = this.#sources.get(target);
    sources?.delete(source);
    if (sources?.size === 0) this.#sources.delete(target);
  }

  #add(source: string, target: string): void {
    const sources = this.#sources.get(target);
    if (sources === undefined) this.#sources.set(target, new Set([source]));
    else sources.add(source);
  }
}

/** A to-one relationship as rows store it. Its inverse is an index. */
interface ToOneLink {
  readonly from: ResourceType;
  readonly relationship: string;
  readonly to: ResourceType;
}

/** The to-one relationships whose targets are rows of a type. */
export function toOneLinksTo(type: ResourceType): readonly ToOneLink[] {
  return relationshipNames(type, 'many').flatMap((name) => {
    const declared = relationshipOf(type, name);
    const { to, inverse } = declared;
    return isManyToMany(declared) ? [] : [{ from: to, relationship: inverse, to: type }];
  });
}

/** A link that changes; `null` is none. */
export interface MovedLink {
  readonly link: ToOneLink;
  readonly from: string | null;
  readonly to: string | null;
}

/** The links that change with a row. `before` is undefined if it is added, `after` if it is removed. */
export function movedLinks(
  type: ResourceType,
  before: Entity | undefined,
  after: Entity | undefined,
): readonly MovedLink[] {
  return relationshipNames(type, 'one').flatMap((relationship) => {
    const link = { from: type, relationship, to: relationshipOf(type, relationship).to };
    const [from, to] = [before, after].map((row) => row?.targets[relationship] ?? null);
    return from === to ? [] : [{ link, from: from ?? null, to: to ?? null }];
  });
}
