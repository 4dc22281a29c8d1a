// The rows of one writer, which nobody else writes, tracked as a set of possible worlds. As long as every answer arrives there is one;
// each lost answer may double them. A later write to the same rows waits for the locks of the lost one, so its answer tells which world
// is the actual one.
import { countChanges, emptyWorld, fingerprint, type Effect, type World } from './world.ts';
import { Violation } from './violation.ts';

/** A family with more possible worlds gets no more requests. */
const MAX_WORLDS = 64;

export class Family {
  /** The prefix of every token of the family. */
  readonly prefix: string;
  /** True after a violation: from then on the model no longer tells what to expect. */
  hasViolation = false;
  #worlds: readonly World[] = [emptyWorld];
  readonly #ids = new Map<string, string>();
  /** By type, because persons and computers have separate id sequences. */
  readonly #tokensById = { persons: new Map<string, string>(), computers: new Map<string, string>() };
  #tokens = 0;
  #writes = 0;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  /** The states the rows may be in; never empty. */
  get worlds(): readonly World[] {
    return this.#worlds;
  }

  get writes(): number {
    return this.#writes;
  }

  get hasTooManyWorlds(): boolean {
    return this.#worlds.length > MAX_WORLDS;
  }

  /** Returns a token that has not been used before. */
  newToken(): string {
    this.#tokens += 1;
    return `${this.prefix}N${this.#tokens}`;
  }

  /** Records the identifier of the resource that was created with a token. */
  identify(kind: keyof World, token: string, id: string): void {
    this.#ids.set(token, id);
    this.#tokensById[kind].set(id, token);
  }

  /** Undefined when the creation was not answered. */
  idOf(token: string): string | undefined {
    return this.#ids.get(token);
  }

  tokenOf(kind: keyof World, id: string): string | undefined {
    return this.#tokensById[kind].get(id);
  }

  /**
   * A write was acknowledged.
   * @param matches whether its answer fits a world
   * @throws Violation when the answer fits none of the possible worlds
   */
  acknowledged(effect: Effect, matches: (world: World) => boolean): void {
    const after = this.#after(effect);
    if (after.length === 0) throw new Violation('acknowledged although a resource it names cannot exist');
    const matching = after.filter(matches);
    if (matching.length === 0) throw new Violation(`the answer fits none of: ${after.map(fingerprint).join(' or ')}`);
    this.#update(matching);
  }

  /**
   * A write was refused because a resource it names does not exist.
   * @throws Violation when that resource exists in every possible world
   */
  refused(effect: Effect): void {
    const refusing = this.#worlds.filter((world) => effect(world) === undefined);
    if (refusing.length === 0)
      throw new Violation(`refused although everything it names exists: ${this.#worlds.map(fingerprint).join(' or ')}`);
    this.#update(refusing);
  }

  /** The outcome of a write is unknown: keeps the worlds with and without it. */
  mayHaveHappened(effect: Effect): void {
    this.#update([...this.#worlds, ...this.#after(effect)]);
  }

  /**
   * A read was answered. It rules out no world: a lost write may still be in progress.
   * @param fits whether the answer is correct for a world
   * @throws Violation when it fits none
   */
  read(fits: (world: World) => boolean): void {
    if (!this.#worlds.some(fits))
      throw new Violation(`the read fits none of: ${this.#worlds.map(fingerprint).join(' or ')}`);
  }

  /** The worlds after a write, from those in which it can succeed. */
  #after(effect: Effect): readonly World[] {
    return this.#worlds.flatMap((before) => {
      const after = effect(before);
      return after === undefined ? [] : [countChanges(before, after)];
    });
  }

  #update(worlds: readonly World[]): void {
    this.#writes += 1;
    const distinct = new Map<string, World>();
    for (const world of worlds) {
      const key = fingerprint(world);
      const known = distinct.get(key);
      distinct.set(key, known === undefined ? world : withFewestChanges(known, world));
    }
    this.#worlds = [...distinct.values()];
  }
}

/** Merges two worlds that differ only in their numbers of changes: the lower number is certain. */
function withFewestChanges(one: World, other: World): World {
  return {
    persons: fewestChanges(one.persons, other.persons),
    computers: fewestChanges(one.computers, other.computers),
  };
}

function fewestChanges<Row extends { readonly changes: number }>(
  one: ReadonlyMap<string, Row>,
  other: ReadonlyMap<string, Row>,
): ReadonlyMap<string, Row> {
  return new Map(
    [...one].map(([token, row]) => {
      const changes = Math.min(row.changes, other.get(token)?.changes ?? 0);
      return [token, { ...row, changes }];
    }),
  );
}
