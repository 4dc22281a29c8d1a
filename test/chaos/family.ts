// The rows of one writer, which nobody else writes. While all answers arrive there is one state they can be in; a lost answer leaves two.
// A later write to the same rows waits for the locks of the lost one, so what its answer shows tells which of them is true.
import { countChanges, emptyWorld, fingerprint, type Effect, type World } from './world.ts';
import { Violation } from './violation.ts';

/** Beyond this many possible states a family is left alone until the end. */
const MOST_WORLDS = 64;

export class Family {
  /** How every token of the family begins. */
  readonly prefix: string;
  /** Whether a promise has been broken, so that there is no more to be learned of it. */
  isSpoiled = false;
  #worlds: readonly World[] = [emptyWorld];
  readonly #ids = new Map<string, string>();
  /** Persons and computers are numbered independently of each other. */
  readonly #tokensById = { persons: new Map<string, string>(), computers: new Map<string, string>() };
  #tokens = 0;
  #writes = 0;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  /** The states that the rows may be in; never empty. */
  get worlds(): readonly World[] {
    return this.#worlds;
  }

  /** How many writes there have been. */
  get writes(): number {
    return this.#writes;
  }

  get isBlurred(): boolean {
    return this.#worlds.length > MOST_WORLDS;
  }

  /** A token that nothing has been named before. */
  newToken(): string {
    this.#tokens += 1;
    return `${this.prefix}N${this.#tokens}`;
  }

  /** An answer has told the identifier of what was created with a token. */
  identify(kind: keyof World, token: string, id: string): void {
    this.#ids.set(token, id);
    this.#tokensById[kind].set(id, token);
  }

  /** Undefined when no answer has told it. */
  idOf(token: string): string | undefined {
    return this.#ids.get(token);
  }

  tokenOf(kind: keyof World, id: string): string | undefined {
    return this.#tokensById[kind].get(id);
  }

  /**
   * A write was acknowledged, with an answer that showed some of what it left.
   * @throws Violation when that can be in none of the possible states
   */
  acknowledged(effect: Effect, shows: (world: World) => boolean): void {
    const after = this.#after(effect);
    if (after.length === 0) throw new Violation('acknowledged although something that it names cannot exist');
    const shown = after.filter(shows);
    if (shown.length === 0) throw new Violation(`the answer fits none of: ${after.map(fingerprint).join(' or ')}`);
    this.#become(shown);
  }

  /**
   * A write was refused because something that it names does not exist.
   * @throws Violation when that exists for sure
   */
  refused(effect: Effect): void {
    const refusing = this.#worlds.filter((world) => effect(world) === undefined);
    if (refusing.length === 0)
      throw new Violation(`refused although all of it exists: ${this.#worlds.map(fingerprint).join(' or ')}`);
    this.#become(refusing);
  }

  /** Nobody knows whether a write has happened. */
  mayHaveHappened(effect: Effect): void {
    this.#become([...this.#worlds, ...this.#after(effect)]);
  }

  /**
   * Something was read. That excludes no state: a lost write may still be on its way.
   * @param fits whether the answer is right for a state
   * @throws Violation when it is for none
   */
  read(fits: (world: World) => boolean): void {
    if (!this.#worlds.some(fits))
      throw new Violation(`read what is none of: ${this.#worlds.map(fingerprint).join(' or ')}`);
  }

  /** What a write makes of the possible states in which it can happen. */
  #after(effect: Effect): readonly World[] {
    return this.#worlds.flatMap((before) => {
      const after = effect(before);
      return after === undefined ? [] : [countChanges(before, after)];
    });
  }

  #become(worlds: readonly World[]): void {
    this.#writes += 1;
    const distinct = new Map<string, World>();
    for (const world of worlds) {
      const key = fingerprint(world);
      const known = distinct.get(key);
      distinct.set(key, known === undefined ? world : leastChanged(known, world));
    }
    this.#worlds = [...distinct.values()];
  }
}

/** Of two worlds that differ in the number of changes only, what is certain. */
function leastChanged(one: World, other: World): World {
  return { persons: least(one.persons, other.persons), computers: least(one.computers, other.computers) };
}

function least<Row extends { readonly changes: number }>(
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
