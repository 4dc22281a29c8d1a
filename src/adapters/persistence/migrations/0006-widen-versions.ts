import { Migration } from '@mikro-orm/migrations';
import { currentSchema, indexTexts, rebuildCounts } from './helpers.ts';

/**
 * A version may grow beyond 2^31-1: somebody who is given computers all day long gets there. PostgreSQL writes both tables and their indexes
 * anew for it, and nobody else reads or writes them meanwhile: see `docs/operations.md` for how long that takes. The functions that maintain counts
 * and indexes of text find their tables by themselves from now on.
 */
export class WidenVersions extends Migration {
  override async up(): Promise<void> {
    const schema = await currentSchema(this);
    for (const table of ['person', 'computer']) this.addSql(`alter table ${table} alter column version type bigint`);
    this.addSql(rebuildCounts(schema));
    this.addSql(indexTexts(schema));
  }
}
