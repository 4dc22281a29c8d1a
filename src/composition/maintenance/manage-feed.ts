// The actions of `cli changes` on the feed of the configured database.
import { restartFeed, turnFeedOff, turnFeedOn } from '#adapters/persistence/storage/feed';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import type { Config } from '../config/config.ts';
import { onDatabase, type MaintenanceConfig } from './maintenance.ts';

type FeedConfig = MaintenanceConfig & Pick<Config, 'changesTtlSeconds'>;

/**
 * An action on the feed.
 * @param tell called with a sentence if the action has to wait
 * @returns a sentence for the operator
 * @throws Error with the reason when there is no database, or it cannot be changed
 */
type FeedAction = (config: FeedConfig, tell: (text: string) => void) => Promise<string>;

export const feedActions = { off: turnOff, on: turnOn, restart, purge } as const satisfies Readonly<
  Record<string, FeedAction>
>;

const IN_MEMORY = 'where the feed is always on, and every start restarts it';

function turnOff(config: FeedConfig): Promise<string> {
  return onDatabase(config, IN_MEMORY, async (database) => {
    await turnFeedOff(database);
    return 'the changes feed is off; no changes are stored, and GET /changes returns 404';
  });
}

function turnOn(config: FeedConfig, tell: (text: string) => void): Promise<string> {
  return onDatabase(config, IN_MEMORY, async (database) =>
    (await turnFeedOn(database, () => tell(WAITING)))
      ? 'the changes feed is on; it starts afresh, and earlier positions have expired'
      : 'the changes feed was already on; nothing has changed',
  );
}

function restart(config: FeedConfig, tell: (text: string) => void): Promise<string> {
  return onDatabase(config, IN_MEMORY, async (database) => {
    const isOn = await restartFeed(database, () => tell(WAITING));
    return isOn
      ? 'the changes feed was restarted; earlier positions have expired'
      : 'earlier positions have expired, but the changes feed is off; the action on turns it on';
  });
}

const WAITING = 'waiting for the running transactions';

/** Batches are short, so that writes do not wait. */
const BATCH = 1000;

function purge(config: FeedConfig): Promise<string> {
  const { changesTtlSeconds: seconds } = config;
  return onDatabase(config, 'where the service itself removes old changes', async (database) => {
    const { changes } = new SqlUnitOfWork(database);
    let sum = 0;
    for (let number = BATCH; number >= BATCH; sum += number) number = await changes.purge(seconds, BATCH);
    return `removed ${sum.toLocaleString('en')} ${sum === 1 ? 'change' : 'changes'} older than ${seconds} s`;
  });
}
