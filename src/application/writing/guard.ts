import type { Entity } from '../../domain/entity.ts';

/**
 * A precondition that the caller adds. A write calls it with its locked target, before it checks that the resources to link exist.
 * @param target undefined for a write that adds to all resources of a type
 * @throws the error that the write should fail with
 */
export type Guard = (target: Entity | undefined) => void;

/** Accepts any target. */
export const unguarded: Guard = () => undefined;

/** Proves that a guard has accepted the target of a write. `store` asks for one, so a use case that forgets its guard does not compile. */
export class Accepted<Target extends Entity | undefined = Entity | undefined> {
  readonly #target: Target;

  private constructor(target: Target) {
    this.#target = target;
  }

  get target(): Target {
    return this.#target;
  }

  /** @throws whatever the guard throws */
  static by<Target extends Entity | undefined>(guard: Guard, target: Target): Accepted<Target> {
    guard(target);
    return new Accepted(target);
  }
}
