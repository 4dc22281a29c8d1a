// The rules and claims that decide how much of a response an actor sees, as parts of entity tags and stored responses.
import type { Actor, Claims } from '#application/model/actor';
import type { ResourceType } from '#domain/schema';
import { digest } from '../api/digest.ts';

/** The read rules of a role, or of several roles that share them. */
export interface ReadRules {
  /** A digest of the rules, equal for roles that may read the same when their claims are equal; undefined if the role can read everything. */
  readonly readDigest?: string;
  /** The claims that the rules use. */
  readonly readClaims?: readonly string[];
  /** Types with rows that are hidden from some actors. */
  readonly restricted?: ReadonlySet<ResourceType>;
}

/** A digest of the actor's role, its read rules and the claims that they use; undefined if the actor may read everything. */
export function viewerOf(
  { readDigest, readClaims = [] }: ReadRules,
  { role = '', claims }: Pick<Actor, 'role' | 'claims'>,
): string | undefined {
  if (readDigest === undefined) return undefined;
  return digest(JSON.stringify([role, readDigest, ...valuesOf(readClaims, claims)]));
}

/** The variant for actors with these claims. */
export function variantForClaims(claims: Claims, { readClaims = [] }: ReadRules, variant: string): string {
  return readClaims.length === 0 ? variant : digest(JSON.stringify([variant, ...valuesOf(readClaims, claims)]));
}

/** `null` for a missing claim: both match nothing. */
function valuesOf(names: readonly string[], claims: Claims): readonly unknown[] {
  return names.map((name) => (Object.hasOwn(claims, name) ? claims[name] : null));
}
