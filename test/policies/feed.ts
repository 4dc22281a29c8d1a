// Checks that the feed of changes shows a role exactly what a service with only the visible rows would show. Makes random writes, and after each
// one reads the lists as the role: the feed must show the differences between them. For types that cannot be judged alone, it must say in
// time that they must be read again. Streams follow the feed at the same time, and must show the same.
import { Dice } from './dice.ts';
import { describeFault } from './feed-faults.ts';
import { FollowedReader } from './feed-follower.ts';
import type { GuardedFeed } from './feed-leaks.ts';
import { unsteady } from './feed-looks.ts';
import { FeedFault } from './feed-pages.ts';
import { readableTypes } from './feed-rows.ts';
import { drawFeedScenario, openFeedStorage, type FeedStorage } from './feed-scenario.ts';
import { FeedTally } from './feed-tally.ts';
import { openWriting, type Written } from './feed-writes.ts';
import { accessOf, openService, type Service } from './services.ts';
import type { StorageName } from './storages.ts';

export interface FeedOptions {
  readonly storage: StorageName;
  /** The number of policies, each with its own world. */
  readonly policies: number;
  /** The number of writes to send to each world. */
  readonly writes: number;
  /** The seed of the first policy; each further policy has the next seed. */
  readonly seed: number;
  /** Opens the service with the policy; by default the correct service. */
  readonly open?: (guarded: GuardedFeed) => Promise<Service>;
  /** The comparison ends after this many faults. */
  readonly mostDisagreements?: number;
}

export interface FeedReport {
  readonly tally: FeedTally;
  /** At most one per policy. */
  readonly disagreements: readonly string[];
}

/** @throws Error if a policy is refused, or a storage fails */
export async function compareFeeds({
  storage,
  policies,
  writes,
  seed,
  open = openService,
  mostDisagreements = 5,
}: FeedOptions): Promise<FeedReport> {
  const tally = new FeedTally();
  const disagreements: string[] = [];
  const opened = await openFeedStorage[storage]();
  try {
    for (let index = 0; index < policies && disagreements.length < mostDisagreements; index += 1) {
      const found = await compareFeed(seed + index, opened, { tally, writes, open });
      if (found === undefined) continue;
      const replay = `--feed --policies 1 --runs ${writes} --storage ${storage} --seed ${seed + index}`;
      disagreements.push(`${found}\nreplay with: npm run agree -- ${replay}`);
    }
  } finally {
    await opened.close();
  }
  return { tally, disagreements };
}

interface Comparing extends Required<Pick<FeedOptions, 'writes' | 'open'>> {
  readonly tally: FeedTally;
}

/** @returns a report of the first fault */
async function compareFeed(
  seed: number,
  storage: FeedStorage,
  { tally, writes, open }: Comparing,
): Promise<string | undefined> {
  const scenario = await drawFeedScenario(seed, storage);
  const { unitOfWork, everything, file, readers, world, dice } = scenario;
  const access = accessOf(
    file,
    readers.map(({ actor }) => actor),
  );
  const guarded = await open({ unitOfWork: unsteady(unitOfWork, new Dice(scenario.streamSeed)), access, file });
  const writing = await openWriting(unitOfWork, world, dice);
  const followed = readers.map((reader) => new FollowedReader(reader, guarded, scenario, tally));
  const log: Written[] = [];
  const reading = followed.filter(({ reader }) => readableTypes(reader).length > 0);
  let at = followed[0];
  const inTurn = async (those: readonly FollowedReader[], work: (each: FollowedReader) => Promise<void>) => {
    for (const each of those) {
      at = each;
      await work(each);
    }
  };
  try {
    await inTurn(followed, (each) => each.begin());
    for (let index = 0; index < writes; index += 1) {
      const written = await writing.next();
      log.push(written);
      if (written.status < 300) tally.writes += 1;
      await inTurn(reading, (each) => each.follow(written));
    }
    await inTurn(reading, (each) => each.readLate(log));
    const [one, other] = reading;
    if (one !== undefined && other !== undefined) await inTurn([one], () => one.meet(other));
    return undefined;
  } catch (error) {
    if (!(error instanceof FeedFault) || at === undefined) throw error;
    return describeFault(error, scenario, at.reader, log);
  } finally {
    for (const each of followed) each.close();
    await Promise.all([guarded, everything, writing].map((each) => each.close()));
  }
}
