import { Migration } from '@mikro-orm/migrations';
import { countRows, currentSchema, indexText } from '#adapters/persistence/tables/migrations/helpers';

/**
 * Adds author, category, book, book_copy, member, loan. Then run as the owner of the tables:
 *
 *     grant select (id, pen_name, contact, born_on, living, version),
 *       insert (pen_name, contact, born_on, living),
 *       update (pen_name, contact, born_on, living, version),
 *       delete
 *       on author to jsonapi_service;
 *     grant select (id, code, "order", version),
 *       insert (code, "order"),
 *       update (code, "order", version),
 *       delete
 *       on category to jsonapi_service;
 *     grant select (id, title, isbn, pages, published_on, price, author_id, editor_id, category_id, version),
 *       insert (title, isbn, pages, published_on, price, author_id, editor_id, category_id),
 *       update (title, isbn, pages, published_on, price, author_id, editor_id, category_id, version),
 *       delete
 *       on book to jsonapi_service;
 *     grant select (id, shelf, acquired_on, for_loan, book_id, version),
 *       insert (shelf, acquired_on, for_loan, book_id),
 *       update (shelf, acquired_on, for_loan, book_id, version),
 *       delete
 *       on book_copy to jsonapi_service;
 *     grant select (id, card_number, pin, mail, nickname, joined_at, version),
 *       insert (card_number, pin, mail, nickname, joined_at),
 *       update (card_number, pin, mail, nickname, joined_at, version),
 *       delete
 *       on member to jsonapi_service;
 *     grant select (id, lent_at, returned_at, due_on, renewals, overdue, book_copy_id, collector_id, member_id, version),
 *       insert (lent_at, returned_at, due_on, renewals, overdue, book_copy_id, collector_id, member_id),
 *       update (lent_at, returned_at, due_on, renewals, overdue, book_copy_id, collector_id, member_id, version),
 *       delete
 *       on loan to jsonapi_service;
 *     grant select on author_count to jsonapi_service;
 *     grant select on category_count to jsonapi_service;
 *     grant select on book_count to jsonapi_service;
 *     grant select on book_copy_count to jsonapi_service;
 *     grant select on member_count to jsonapi_service;
 *     grant select on loan_count to jsonapi_service;
 */
export class CreateTables extends Migration {
  override async up(): Promise<void> {
    this.addSql(`
      create table author (
        id bigint generated always as identity primary key,
        pen_name varchar(60) not null,
        contact varchar(120),
        born_on date,
        living boolean not null,
        version bigint not null default 1
      )`);
    this.addSql('create index author_pen_name on author (pen_name collate "C", id)');
    for (const statement of indexText('author', 'pen_name')) this.addSql(statement);
    this.addSql('create index author_contact on author (contact collate "C" desc, id)');
    for (const statement of indexText('author', 'contact')) this.addSql(statement);
    this.addSql('create index author_born_on on author (born_on desc, id)');
    this.addSql('create index author_living on author (living, id)');
    for (const statement of countRows(await currentSchema(this), 'author')) this.addSql(statement);
    this.addSql(`
      create table category (
        id bigint generated always as identity primary key,
        code varchar(4) not null,
        "order" bigint not null,
        version bigint not null default 1
      )`);
    this.addSql('create index category_code on category (code collate "C", id)');
    for (const statement of indexText('category', 'code')) this.addSql(statement);
    this.addSql('create index category_order on category ("order", id)');
    for (const statement of countRows(await currentSchema(this), 'category')) this.addSql(statement);
    this.addSql(`
      create table book (
        id bigint generated always as identity primary key,
        title varchar(200) not null,
        isbn varchar(13),
        pages bigint,
        published_on date,
        price bigint not null,
        author_id bigint references author (id) on delete set null,
        editor_id bigint references author (id) on delete set null,
        category_id bigint references category (id) on delete set null,
        version bigint not null default 1
      )`);
    this.addSql('create index book_author_id on book (author_id, id)');
    this.addSql('create index book_editor_id on book (editor_id, id)');
    this.addSql('create index book_category_id on book (category_id, id)');
    this.addSql('alter table book add constraint book_isbn_unique unique (isbn)');
    this.addSql('create index book_title on book (title collate "C", id)');
    for (const statement of indexText('book', 'title')) this.addSql(statement);
    this.addSql('create index book_isbn on book (isbn collate "C" desc, id)');
    for (const statement of indexText('book', 'isbn')) this.addSql(statement);
    this.addSql('create index book_pages on book (pages desc, id)');
    this.addSql('create index book_published_on on book (published_on desc, id)');
    this.addSql('create index book_price on book (price, id)');
    for (const statement of countRows(await currentSchema(this), 'book')) this.addSql(statement);
    this.addSql(`
      create table book_copy (
        id bigint generated always as identity primary key,
        shelf varchar(9),
        acquired_on date,
        for_loan boolean,
        book_id bigint references book (id) on delete set null,
        version bigint not null default 1
      )`);
    this.addSql('create index book_copy_book_id on book_copy (book_id, id)');
    this.addSql('create index book_copy_shelf on book_copy (shelf collate "C" desc, id)');
    for (const statement of indexText('book_copy', 'shelf')) this.addSql(statement);
    this.addSql('create index book_copy_acquired_on on book_copy (acquired_on desc, id)');
    this.addSql('create index book_copy_for_loan on book_copy (for_loan desc, id)');
    for (const statement of countRows(await currentSchema(this), 'book_copy')) this.addSql(statement);
    this.addSql(`
      create table member (
        id bigint generated always as identity primary key,
        card_number varchar(9) not null,
        pin varchar(4) not null,
        mail varchar(120) not null,
        nickname varchar(30),
        joined_at timestamptz(3),
        version bigint not null default 1
      )`);
    this.addSql('alter table member add constraint member_card_number_unique unique (card_number)');
    this.addSql('create index member_card_number on member (card_number collate "C", id)');
    for (const statement of indexText('member', 'card_number')) this.addSql(statement);
    this.addSql('create index member_pin on member (pin collate "C", id)');
    for (const statement of indexText('member', 'pin')) this.addSql(statement);
    this.addSql('create index member_mail on member (mail collate "C", id)');
    for (const statement of indexText('member', 'mail')) this.addSql(statement);
    this.addSql('create index member_nickname on member (nickname collate "C" desc, id)');
    for (const statement of indexText('member', 'nickname')) this.addSql(statement);
    this.addSql('create index member_joined_at on member (joined_at desc, id)');
    for (const statement of countRows(await currentSchema(this), 'member')) this.addSql(statement);
    this.addSql(`
      create table loan (
        id bigint generated always as identity primary key,
        lent_at timestamptz(3) not null,
        returned_at timestamptz(3),
        due_on date not null,
        renewals bigint not null,
        overdue boolean,
        book_copy_id bigint references book_copy (id) on delete set null,
        collector_id bigint references member (id) on delete set null,
        member_id bigint references member (id) on delete set null,
        version bigint not null default 1
      )`);
    this.addSql('create index loan_book_copy_id on loan (book_copy_id, id)');
    this.addSql('create index loan_collector_id on loan (collector_id, id)');
    this.addSql('create index loan_member_id on loan (member_id, id)');
    this.addSql('create index loan_lent_at on loan (lent_at, id)');
    this.addSql('create index loan_returned_at on loan (returned_at desc, id)');
    this.addSql('create index loan_due_on on loan (due_on, id)');
    this.addSql('create index loan_renewals on loan (renewals, id)');
    this.addSql('create index loan_overdue on loan (overdue desc, id)');
    for (const statement of countRows(await currentSchema(this), 'loan')) this.addSql(statement);
  }
}
