// Measures the feed of changes under load: a reader far behind, a purge, an open snapshot, and a very large deletion.
import { Pool } from 'pg';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import { openServer } from '#test/support/open-server';
import { Cleanup } from '../cleanup.ts';
import type { Options } from '../options.ts';
import type { Report } from '../report.ts';
import { startDatabase } from '../sides.ts';
import { tableOf } from '../table.ts';
import { cellsOf, isMissed } from './figure.ts';
import { fillChanges } from './fill-changes.ts';
import { measureDeletion } from './large-deletion.ts';
import { measureNumbering } from './open-snapshot.ts';
import { measurePurge } from './purge-under-load.ts';
import { measureReader } from './reader-behind.ts';

/** Younger than the default retention, so that the service does not purge them itself. */
const OLD_SECONDS = 6 * 24 * 3600;
const KEPT_SECONDS = OLD_SECONDS / 2;

export async function measureChanges({ scale, rounds, seconds, against }: Options): Promise<Report> {
  const [changes, links, writes] = [1_000_000, 100_000, 100_000].map((each) => Math.round(each * scale));
  if (changes === undefined || links === undefined || writes === undefined) throw new Error('no size');
  const cleanup = new Cleanup();
  try {
    const database = cleanup.add(await startDatabase(scale));
    const { databaseUrl, persons } = database;
    const pool = new Pool({ connectionString: databaseUrl, max: 1 });
    cleanup.add({ stop: () => pool.end() });
    const opened = openServer(databaseUrl);
    cleanup.add({ stop: () => opened.close() });
    const feed = new SqlUnitOfWork(opened).changes;
    const figures = [...(await measureDeletion(databaseUrl, pool, { links, rounds, against }))];
    await pool.query({ text: 'truncate change, change_pending' });
    await pool.query({ text: 'delete from change_order where seq < (select seq from change_head)' });
    figures.push(...(await measureNumbering(databaseUrl, pool, feed, writes)));
    await pool.query({ text: 'truncate change' });
    await pool.query({ text: 'delete from change_order where seq < (select seq from change_head)' });
    await fillChanges(pool, changes, persons, OLD_SECONDS);
    figures.push(...(await measureReader(database, changes)));
    // The changes that the purge leaves.
    await fillChanges(pool, changes, persons);
    figures.push(...(await measurePurge(database, feed, { olderThan: KEPT_SECONDS, rounds, seconds })));
    const cells = figures.map(cellsOf);
    return {
      title: 'Changes',
      load: `${changes} changes, ${links} links of one person, ${writes} writes in an open transaction; ${rounds} rounds, those with load of ${seconds} s`,
      database: database.version,
      rows: figures,
      table: tableOf(['', 'figure', 'target'], cells),
      missed: figures.filter(isMissed).map((figure) => cellsOf(figure).slice(0, 2).join(': ')),
    };
  } finally {
    await cleanup.run();
  }
}
