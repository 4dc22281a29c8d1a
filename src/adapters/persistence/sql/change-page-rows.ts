// Parses the rows of the statement that reads a part of the feed.
import type { FeedPlace } from '#application/model/feed-place';
import type { KeptChange } from '#application/ports/change-feed';
import type { ChangeAction, ChangedLinks } from '#domain/changes';
import type { Entity } from '#domain/entity';
import { resourceTypes, type Attributes } from '#domain/schema';
import type { Rows } from '../connection/driver/send-statement.ts';
import type { Table, Tables } from '../tables/tables.ts';
import { actionLetters } from './change-rows.ts';

export interface FeedState extends Pick<FeedPlace, 'restart'> {
  readonly isKept: boolean;
  /** The last number, and its mark. */
  readonly seq: number;
  readonly mark: string;
  /** The mark of the given place's number; undefined if this number is no longer stored. */
  readonly givenMark: string | undefined;
  /** True if the next change of the same write is stored. */
  readonly goesOn: boolean;
}

export const STATE_LOST = 'the state of the changes feed is lost: run cli changes restart';

/** @throws Error if the feed has no state */
export function readState([row]: Rows): FeedState {
  const [seq, restart, isKept, mark, givenMark, goesOn] = row ?? [];
  if (typeof restart !== 'string' || typeof mark !== 'string') throw new Error(STATE_LOST);
  return {
    seq: Number(seq),
    restart,
    isKept: isKept === 'true',
    mark,
    givenMark: givenMark ?? undefined,
    goesOn: goesOn === 'true',
  };
}

/** An examined change; without content if it does not match. */
export interface LookedRow {
  readonly place: FeedPlace;
  readonly change: KeptChange | undefined;
}

/**
 * @param most the number of changes to return, one less than were read
 * @returns the changes, and the place before the next one; undefined if there is none
 */
export function readLooked(
  rows: Rows,
  { restart }: FeedState,
  most: number,
  tables: Tables,
): { readonly looked: readonly LookedRow[]; readonly next: FeedPlace | undefined } {
  const texts = rows.map((row) => row.slice(STATE_COLUMNS)).filter(([seq]) => seq !== null);
  const placeIn = ([seq, mark]: Rows[number], told: FeedPlace['told']): FeedPlace => ({
    restart,
    seq: Number(seq),
    told,
    mark: mark ?? '',
  });
  const looked = texts.slice(0, most).map((row, index) => {
    const isLast = texts[index + 1]?.[0] !== row[0];
    const place = placeIn(row, isLast ? 'all' : Number(row[3]) + 1);
    return { place, change: readChange(row, place, tables) };
  });
  const next = texts[most];
  return { looked, next: next && placeIn(next, Number(next[3])) };
}

const STATE_COLUMNS = 6;

const actions = new Map(Object.entries(actionLetters).map(([action, letter]) => [letter, action as ChangeAction]));

/** Undefined if it does not match, or if the model no longer has its type. */
function readChange(row: Rows[number], place: FeedPlace, tables: Tables): KeptChange | undefined {
  const [, , write, n, mark, at, typeName, resource, version, letter, matches, state, was, metBefore, metAfter] =
    row.map((text) => text ?? '');
  const type = resourceTypes.find((each) => each === typeName);
  if (matches !== 'true' || type === undefined) return undefined;
  const action = actions.get(letter ?? '');
  if (action === undefined) throw new Error(`unknown change action ${letter}`);
  const identity = { type, id: resource ?? '', version: Number(version) };
  const stored = contentOf(state);
  const { values, links } = splitDifference(contentOf(was) ?? {}, tables[type]);
  const last = stored && { ...identity, ...membersOf(stored, tables[type]) };
  const before = stored && {
    ...identity,
    version: identity.version - 1,
    ...membersOf({ ...stored, ...values }, tables[type]),
  };
  return {
    ...identity,
    action,
    before: action === 'created' ? undefined : action === 'deleted' ? last : before,
    after: action === 'deleted' ? undefined : last,
    links,
    name: { write: write ?? '', n: Number(n), mark: mark ?? '' },
    at: new Date(Number(at)).toISOString(),
    place,
    met: metBefore === '' ? undefined : { before: metBefore === 'true', after: metAfter === 'true' },
  };
}

type Content = Readonly<Record<string, unknown>>;

function contentOf(json: string | undefined): Content | undefined {
  return json === '' || json === undefined ? undefined : (JSON.parse(json) as Content);
}

/** Splits the previous values into values by column and links by relationship. */
function splitDifference(
  was: Content,
  { links }: Table,
): { readonly values: Content; readonly links: KeptChange['links'] } {
  const isLinks = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(links, name);
  const entries = Object.entries(was);
  return {
    values: Object.fromEntries(entries.filter((entry) => !isLinks(entry))),
    links: Object.fromEntries(entries.filter(isLinks)) as Record<string, ChangedLinks>,
  };
}

/** Leaves out members that the content lacks, because their columns did not exist yet. */
function membersOf(content: Content, { properties }: Table): Pick<Entity, 'attributes' | 'targets'> {
  const members = {
    attributes: {} as Record<string, Attributes[string]>,
    targets: {} as Record<string, string | null>,
  };
  for (const { member, name, column } of properties)
    if (Object.hasOwn(content, column)) Object.assign(members[member], { [name]: content[column] });
  return members;
}
