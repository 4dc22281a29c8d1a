import { Migration } from '@mikro-orm/migrations';

/** One row: a random text that identifies this history of the data. A restored backup needs a new one, because versions repeat after a restore. */
export class AddEpoch extends Migration {
  override up(): void {
    this.addSql('create table epoch (value text primary key)');
    this.addSql(`insert into epoch (value) values (replace(gen_random_uuid()::text, '-', ''))`);
  }
}
