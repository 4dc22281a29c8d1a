// The changes feed as an actor sees it: the role's rules, with the claims filled into the conditions.
import { resourceTypes, type ResourceType } from '#domain/schema';
import { everythingAllowed, type Permissions } from '../model/permissions.ts';
import type { FilterByType } from '../model/query.ts';
import type { ChangeQuery, ChangeSubject, KeptChange } from '../ports/change-feed.ts';
import { feedRulesOf, isTriggered, type FeedRules } from './feed-rules.ts';
import { readableRows } from './restrict-query.ts';

export class ActorFeed {
  readonly #rules: FeedRules;
  /** The conditions on the rows of the types that are judged. */
  readonly #rows: FilterByType;

  /** @param rules the rules of the actor's role */
  constructor(rules: FeedRules, permissions: Permissions) {
    this.#rules = rules;
    const rows = readableRows(permissions);
    const judged = resourceTypes.filter((type) => rules.alone.has(type) && rows[type] !== undefined);
    this.#rows = Object.fromEntries(judged.map((type) => [type, rows[type]]));
  }

  /** The part of a query that limits the storage to types that the actor may learn about, and lets it judge their rows. */
  queryFor(of: ChangeSubject | undefined): Pick<ChangeQuery, 'of' | 'rows'> {
    const { alone, refetched } = this.#rules;
    const rows = this.#rows;
    if (of !== undefined && alone.has(of.type)) return { of: [of], rows };
    const asked = [...refetched].filter(([type]) => of === undefined || type === of.type);
    const triggering = asked.flatMap(([, triggers]) => [...triggers.keys()]);
    const types = new Set([...(of === undefined ? alone : []), ...triggering]);
    return types.size === resourceTypes.length ? { rows } : { of: [...types].map((type) => ({ type })), rows };
  }

  /**
   * The change as the actor sees it: a row that becomes visible counts as created, and one that becomes hidden as deleted. Undefined if the actor
   * sees neither state.
   */
  shownOf(change: KeptChange): KeptChange | undefined {
    const { type, met } = change;
    if (!this.#rules.alone.has(type)) return undefined;
    if (this.#rows[type] === undefined) return change;
    if (met === undefined || (!met.before && !met.after)) return undefined;
    if (!met.before) return { ...change, action: 'created', before: undefined };
    return met.after ? change : { ...change, action: 'deleted', after: undefined };
  }

  /** The types that the actor must read again because of the change, in the order of declaration. */
  refetchedBy(change: KeptChange): readonly ResourceType[] {
    const { type } = change;
    const { refetched } = this.#rules;
    const isErased = change.before === undefined && change.after === undefined;
    return resourceTypes.filter((each) => {
      const triggers = refetched.get(each);
      if (triggers === undefined) return isErased && each === type && this.#rows[each] !== undefined;
      return isErased ? triggers.has(type) : isTriggered(triggers, type, change);
    });
  }
}

/** The feed of an actor who may read everything. */
export const openFeed = new ActorFeed(feedRulesOf(everythingAllowed), everythingAllowed);
