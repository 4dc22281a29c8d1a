import { Migration } from '@mikro-orm/migrations';

/** Responses to requests with an `Idempotency-Key`, by the digest of the key. */
export class StoreAnswers extends Migration {
  override up(): void {
    this.addSql(`
      create table answer (
        key text collate "C" primary key,
        request text not null,
        expires_at timestamptz not null,
        status smallint not null,
        location text,
        etag text,
        content_type text,
        body text
      )`);
    // For purging.
    this.addSql('create index answer_expires_at on answer (expires_at)');
  }
}
