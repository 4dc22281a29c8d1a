import { Migration } from '@mikro-orm/migrations';

/** Whoever sees less than the sender of a request did gets a shorter answer to its repetition. No row is rewritten. */
export class NameViewers extends Migration {
  override up(): void {
    this.addSql('alter table answer add column viewer text');
  }
}
