import { Migration } from '@mikro-orm/migrations';
import { countRows, currentSchema, indexText } from '#adapters/persistence/tables/migrations/helpers';

/**
 * Creates the tables of persons and computers as migrations 0001 to 0009 do, with an index for every sort key. Nullable columns are indexed
 * descending, NULLs first.
 */
export class CreateTablesAtOnce extends Migration {
  override async up(): Promise<void> {
    const schema = await currentSchema(this);
    this.addSql(`
      create table person (
        id bigint generated always as identity primary key,
        name varchar(255) not null,
        email varchar(254),
        birth_date date,
        password text,
        version bigint not null default 1
      )`);
    this.addSql(`
      create table computer (
        id bigint generated always as identity primary key,
        serial varchar(255) not null,
        owner_id bigint references person (id) on delete set null,
        version bigint not null default 1
      )`);
    this.addSql('create index person_name on person (name collate "C", id)');
    this.addSql('create index person_email on person (email collate "C" desc, id)');
    this.addSql('create index person_birth_date on person (birth_date desc, id)');
    this.addSql('create index computer_serial on computer (serial collate "C", id)');
    // Allows index-only scans to read linkage.
    this.addSql('create index computer_owner_id on computer (owner_id, id)');
    for (const statement of [
      ...indexText('person', 'name'),
      ...indexText('person', 'email'),
      ...indexText('computer', 'serial'),
      ...countRows(schema, 'person'),
      ...countRows(schema, 'computer'),
    ])
      this.addSql(statement);
  }
}
