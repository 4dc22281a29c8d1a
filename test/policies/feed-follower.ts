// Follows the feed as one reader, and checks that it shows the changes in the lists.
import { isDeepStrictEqual } from 'node:util';
import type { ResourceType } from '#domain/schema';
import { Dice } from './dice.ts';
import { Copies } from './feed-copies.ts';
import { describeWrite } from './feed-faults.ts';
import { feedKinds, reasonsToRead, type FeedKinds } from './feed-kinds.ts';
import { demand, endOf, readPage, type Feed, type FeedPage, type Item } from './feed-pages.ts';
import { changesBetween, readableTypes, readShown, type Reader, type ShownRows, type Told } from './feed-rows.ts';
import type { FeedScenario } from './feed-scenario.ts';
import { FollowingStreams } from './feed-streams.ts';
import type { FeedTally } from './feed-tally.ts';
import { demandOpaque, demandOtherView, demandSame, demandSameInWalks, readWhole } from './feed-walks.ts';
import type { Written } from './feed-writes.ts';
import { rowOf } from './ledger-rows.ts';
import type { Service } from './services.ts';

const MOST = 1000;

export class FollowedReader {
  readonly reader: Reader;
  readonly #feed: Feed;
  readonly #kinds: FeedKinds;
  readonly #scenario: FeedScenario;
  readonly #tally: FeedTally;
  readonly #copies: Copies;
  readonly #streams: FollowingStreams;
  readonly #pages: FeedPage[] = [];
  readonly #expected: Told[][] = [];
  #start = '';
  #position = '';
  #rows: ShownRows = new Map();

  constructor(reader: Reader, service: Service, scenario: FeedScenario, tally: FeedTally) {
    this.reader = reader;
    this.#feed = { service, actor: reader.actor };
    this.#kinds = feedKinds(reader.rules);
    this.#scenario = scenario;
    this.#tally = tally;
    this.#copies = new Copies(this.#feed, reader);
    this.#streams = new FollowingStreams(this.#feed, reader, new Dice(scenario.streamSeed));
  }

  async begin(): Promise<void> {
    if (readableTypes(this.reader).length === 0) {
      for (const Accept of ['*/*', 'text/event-stream']) {
        const asked = { method: 'GET', route: '/changes', target: '/changes', headers: { Accept } };
        const { status } = await this.#feed.service.ask(asked, this.reader.actor);
        demand(status === 403, `a role that may read nothing is answered with ${status}`);
      }
      return;
    }
    for (const kind of Object.values(this.#kinds)) this.#tally.count(kind);
    this.#position = await endOf(this.#feed);
    this.#start = this.#position;
    this.#rows = await readShown(this.#feed.service, this.reader);
    await this.#copies.begin(this.#typesOf('other'));
    await this.#streams.begin(this.#start);
  }

  /** Compares the feed's changes for a write with its changes in the lists. */
  async follow(written: Written): Promise<void> {
    // Cuts and opens streams before the others have received the write.
    this.#streams.stir(this.#pages.flatMap(({ items }) => items.map(({ cursor }) => cursor)));
    const rows = await readShown(this.#feed.service, this.reader);
    const page = await readPage(this.#feed, { 'page[after]': this.#position, 'page[size]': String(MOST) });
    demand(page.isLast, 'a page with room for more is not the last');
    demand(
      page.position === (await endOf(this.#feed)),
      'after a write, the position is not that of the end: it moves by what is shown',
    );
    const expected = this.#typesOf('alone').flatMap((type) => changesBetween(this.reader, type, this.#rows, rows));
    this.#demandTold(page.items, expected);
    this.#demandReasons(page.items, written);
    for (const { at } of page.items) demandWithin(at, written);
    this.#count(page.items, expected, written);
    this.#expected.push([...expected]);
    this.#pages.push(page);
    this.#position = page.position;
    this.#rows = rows;
    const { dice } = this.#scenario;
    const sizes = dice.oneOf([[1], [1, 2], [3, 5], [MOST]]);
    if (dice.chance(0.5)) await this.#copies.catchUp(() => dice.oneOf(sizes));
  }

  /** Reads everything again, after much of it has changed. */
  async readLate(log: readonly Written[]): Promise<void> {
    await this.#copies.catchUp(() => MOST);
    this.#tally.again += this.#copies.again.read;
    this.#tally.changedAgain += this.#copies.again.changed;
    const whole = await readWhole(this.#feed, this.#start);
    let rest = this.#changesOf(whole);
    for (const [index, expected] of this.#expected.entries()) {
      const told = rest.slice(0, expected.length);
      rest = rest.slice(expected.length);
      demandSet(told, expected, `read later, ${describeWrite(log[index])}`);
    }
    demandSet(rest, [], 'read later, at the end');
    demand(new Set(whole.map(({ id }) => id)).size === whole.length, 'an id is told twice');
    demandSame(this.#pages, whole, 'a page after each write');
    const { dice } = this.#scenario;
    await demandSameInWalks({ reader: this.reader, feed: this.#feed, whole, start: this.#start, dice });
    demandOpaque([this.#start, this.#position, ...whole.map(({ cursor }) => cursor)], 'positions');
    // The length of a refetch's text depends on the name of the type.
    for (const named of Map.groupBy(whole, ({ told, type }) => (told === undefined ? type : undefined)).values())
      demandOpaque(
        named.map(({ id }) => id),
        'identifiers',
      );
    await this.#streams.finish(whole, this.#tally);
  }

  close(): void {
    this.#streams.close();
  }

  /** Checks that each reader's positions are refused for the other, unless both see the same. */
  async meet(other: FollowedReader): Promise<void> {
    const [one, two] = [this.reader, other.reader].map(({ actor: { role, claims } }) => ({
      role,
      claims: { ...claims },
    }));
    if (isDeepStrictEqual(one, two)) return;
    await demandOtherView(this.#feed, other.#position, this.reader);
    await demandOtherView(other.#feed, this.#start, other.reader);
    const open = { service: this.#scenario.everything, actor: undefined };
    await demandOtherView(this.#feed, await endOf(open), this.reader);
  }

  #typesOf(kind: string): readonly ResourceType[] {
    return readableTypes(this.reader).filter((type) => this.#kinds[type] === kind);
  }

  #changesOf(items: readonly Item[]): readonly Told[] {
    return items.flatMap(({ told }) => (told === undefined || this.#kinds[told.type] === 'unclear' ? [] : [told]));
  }

  #demandTold(items: readonly Item[], expected: readonly Told[]): void {
    demandSet(this.#changesOf(items), expected, 'just after the write');
    for (const { told, type } of items)
      if (told === undefined) {
        const kind = new Map<string, string>(Object.entries(this.#kinds)).get(type);
        demand(kind === 'other' || kind === 'unclear', `${type}, which is ${kind ?? 'unknown'}, is to be read again`);
      }
  }

  /** Checks that a type is read again only after changes of types that it depends on. */
  #demandReasons(items: readonly Item[], { before, after }: Written): void {
    const names = new Set([...before.keys(), ...after.keys()]);
    const changed = [...names]
      .filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)))
      .map((name) => (before.get(name) ?? after.get(name))?.type);
    for (const { told, type } of items) {
      const readAgain = this.#typesOf('other').find((each) => each === type);
      if (told !== undefined || readAgain === undefined) continue;
      const reasons = reasonsToRead(this.reader.rules, readAgain);
      demand(
        changed.some((each) => each !== undefined && reasons.has(each)),
        `${type} is to be read again for a change of ${String(changed)}`,
      );
    }
  }

  #count(items: readonly Item[], expected: readonly Told[], { before, after, status }: Written): void {
    if (status < 300 && items.length === 0) this.#tally.silent += 1;
    for (const { type, id, action } of expected) {
      const [was, is] = [rowOf(before, type, id), rowOf(after, type, id)];
      const isMoved = action !== 'updated' && was !== undefined && is !== undefined;
      this.#tally.count(!isMoved ? action : action === 'created' ? 'comes into sight' : 'goes out of sight');
    }
    for (const { told } of items) if (told === undefined) this.#tally.count('told to read again');
  }
}

/** The contract leaves the order within one transaction open. */
function demandSet(told: readonly Told[], expected: readonly Told[], when: string): void {
  const more = told.filter((each) => !expected.some((other) => isDeepStrictEqual(each, other)));
  const missing = expected.filter((each) => !told.some((other) => isDeepStrictEqual(each, other)));
  demand(
    more.length === 0 && missing.length === 0 && told.length === expected.length,
    `${when}: told ${told.map((each) => JSON.stringify(each)).join(' ')}\n  instead of ${expected.map((each) => JSON.stringify(each)).join(' ')}`,
  );
}

/** The clocks of the storage and of this process can differ a little. */
const SLACK = 1000;

function demandWithin(at: string, { between: [start, end] }: Written): void {
  const time = Date.parse(at);
  const isExact = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at);
  demand(isExact && time >= start - SLACK && time <= end + SLACK, `at ${at}, which is not when it was written`);
}
