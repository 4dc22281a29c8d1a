import type { Database } from '#adapters/persistence/storage/database';
import { inspectFeed } from '#adapters/persistence/storage/inspect-feed';
import { failure, ok, warning, type Finding } from './finding.ts';

const RESTART = 'run: npm run cli -- changes restart';

/** Checks that the stored rows match the changes feed. */
export async function examineFeed(database: Pick<Database, 'kysely' | 'tables' | 'tableSchema'>): Promise<Finding> {
  const { state, untold } = await inspectFeed(database);
  switch (state) {
    case 'lost':
      return failure('changes', 'the state of the changes feed is lost', RESTART);
    case 'off':
      return ok('changes', 'the changes feed is turned off');
    case 'on':
      return untold.length === 0
        ? ok('changes', 'the newest resources match the changes feed')
        : warning('changes', `written without an entry in the changes feed: ${untold.join(', ')}`, RESTART);
  }
}
