import { migration } from '@jsonapi-person-computer/server/model';

/**
 * Adds category, book, book_copy, author, book_authors, member, loan. Then run as the owner of the tables:
 *
 *     grant select (id, code, "order", created_at, updated_at, parent_id, version),
 *       insert (code, "order", created_at, updated_at, parent_id),
 *       update (code, "order", created_at, updated_at, parent_id, version),
 *       delete
 *       on category to jsonapi_service;
 *     grant select (id, title, isbn, pages, published_on, price, language, editor_id, category_id, version),
 *       insert (title, isbn, pages, published_on, price, language, editor_id, category_id),
 *       update (title, isbn, pages, published_on, price, language, editor_id, category_id, version),
 *       delete
 *       on book to jsonapi_service;
 *     grant select (id, shelf, acquired_on, for_loan, condition, book_id, version),
 *       insert (shelf, acquired_on, for_loan, condition, book_id),
 *       update (shelf, acquired_on, for_loan, condition, book_id, version),
 *       delete
 *       on book_copy to jsonapi_service;
 *     grant select (id, pen_name, contact, born_on, living, about, masterpiece_id, version),
 *       insert (pen_name, contact, born_on, living, about, masterpiece_id),
 *       update (pen_name, contact, born_on, living, about, masterpiece_id, version),
 *       delete
 *       on author to jsonapi_service;
 *     grant select (id, card_number, pin, mail, nickname, joined_at, version),
 *       insert (card_number, pin, mail, nickname, joined_at),
 *       update (card_number, pin, mail, nickname, joined_at, version),
 *       delete
 *       on member to jsonapi_service;
 *     grant select (id, lent_at, returned_at, due_on, renewals, overdue, fine, book_copy_id, collector_id, member_id, version),
 *       insert (lent_at, returned_at, due_on, renewals, overdue, fine, book_copy_id, collector_id, member_id),
 *       update (lent_at, returned_at, due_on, renewals, overdue, fine, book_copy_id, collector_id, member_id, version),
 *       delete
 *       on loan to jsonapi_service;
 *     grant select, insert, delete on book_authors to jsonapi_service;
 *     grant select on category_count to jsonapi_service;
 *     grant select on book_count to jsonapi_service;
 *     grant select on book_copy_count to jsonapi_service;
 *     grant select on author_count to jsonapi_service;
 *     grant select on member_count to jsonapi_service;
 *     grant select on loan_count to jsonapi_service;
 */
export default migration(({ countRows, indexText }) => [
  `create table category (
    id bigint generated always as identity primary key,
    code varchar(4) not null,
    "order" bigint not null default 0,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    parent_id bigint references category (id) on delete set null,
    version bigint not null default 1
  )`,
  'create index category_parent_id on category (parent_id, id)',
  'create index category_code on category (code collate "C", id)',
  ...indexText('category', 'code'),
  'create index category_order on category ("order", id)',
  'create index category_created_at on category (created_at, id)',
  'create index category_updated_at on category (updated_at, id)',
  ...countRows('category'),
  `create table book (
    id bigint generated always as identity primary key,
    title varchar(200) not null,
    isbn varchar(13),
    pages bigint,
    published_on date,
    price bigint not null,
    language text not null default 'en',
    editor_id bigint,
    category_id bigint references category (id) on delete set null,
    version bigint not null default 1
  )`,
  `alter table "book" add constraint "book_language_check" check ("language" in ('en', 'de', 'fr'))`,
  'create index book_editor_id on book (editor_id, id)',
  'create index book_category_id on book (category_id, id)',
  'alter table book add constraint book_isbn_unique unique (isbn)',
  'create index book_title on book (title collate "C", id)',
  ...indexText('book', 'title'),
  'create index book_isbn on book (isbn collate "C" desc, id)',
  ...indexText('book', 'isbn'),
  'create index book_pages on book (pages desc, id)',
  'create index book_published_on on book (published_on desc, id)',
  'create index book_price on book (price, id)',
  'create index book_language on book (language collate "C", id)',
  ...countRows('book'),
  `create table book_copy (
    id bigint generated always as identity primary key,
    shelf varchar(9),
    acquired_on date,
    for_loan boolean,
    condition text,
    book_id bigint references book (id) on delete set null,
    version bigint not null default 1
  )`,
  `alter table "book_copy" add constraint "book_copy_condition_check" check ("condition" in ('new', 'worn', 'damaged'))`,
  'create index book_copy_book_id on book_copy (book_id, id)',
  'alter table book_copy add constraint book_copy_shelf_book_unique unique (shelf, book_id) deferrable initially immediate',
  'create index book_copy_shelf on book_copy (shelf collate "C" desc, id)',
  ...indexText('book_copy', 'shelf'),
  'create index book_copy_acquired_on on book_copy (acquired_on desc, id)',
  'create index book_copy_for_loan on book_copy (for_loan desc, id)',
  'create index book_copy_condition on book_copy (condition collate "C" desc, id)',
  ...countRows('book_copy'),
  `create table author (
    id bigint generated always as identity primary key,
    pen_name varchar(60) not null,
    contact varchar(120),
    born_on date,
    living boolean not null,
    about varchar(2000),
    masterpiece_id bigint references book (id) on delete set null,
    version bigint not null default 1
  )`,
  'create index author_masterpiece_id on author (masterpiece_id, id)',
  'create index author_pen_name on author (pen_name collate "C", id)',
  ...indexText('author', 'pen_name'),
  'create index author_contact on author (contact collate "C" desc, id)',
  ...indexText('author', 'contact'),
  'create index author_born_on on author (born_on desc, id)',
  'create index author_living on author (living, id)',
  ...countRows('author'),
  `create table book_authors (
    from_id bigint not null references book (id),
    to_id bigint not null references author (id),
    primary key (from_id, to_id)
  )`,
  'create index book_authors_to_id on book_authors (to_id, from_id)',
  `create table member (
    id bigint generated always as identity primary key,
    card_number varchar(9) not null,
    pin varchar(4) not null,
    mail varchar(120) not null,
    nickname varchar(30),
    joined_at timestamptz(3),
    version bigint not null default 1
  )`,
  'alter table member add constraint member_card_number_unique unique (card_number)',
  'create index member_card_number on member (card_number collate "C", id)',
  ...indexText('member', 'card_number'),
  'create index member_pin on member (pin collate "C", id)',
  ...indexText('member', 'pin'),
  'create index member_mail on member (mail collate "C", id)',
  ...indexText('member', 'mail'),
  'create index member_nickname on member (nickname collate "C" desc, id)',
  ...indexText('member', 'nickname'),
  'create index member_joined_at on member (joined_at desc, id)',
  ...countRows('member'),
  `create table loan (
    id bigint generated always as identity primary key,
    lent_at timestamptz(3) not null,
    returned_at timestamptz(3),
    due_on date not null,
    renewals bigint not null,
    overdue boolean,
    fine numeric(5,2),
    book_copy_id bigint references book_copy (id) on delete set null,
    collector_id bigint references member (id) on delete set null,
    member_id bigint references member (id) on delete set null,
    version bigint not null default 1
  )`,
  'create index loan_book_copy_id on loan (book_copy_id, id)',
  'create index loan_collector_id on loan (collector_id, id)',
  'create index loan_member_id on loan (member_id, id)',
  'create index loan_lent_at on loan (lent_at, id)',
  'create index loan_returned_at on loan (returned_at desc, id)',
  'create index loan_due_on on loan (due_on, id)',
  'create index loan_renewals on loan (renewals, id)',
  'create index loan_overdue on loan (overdue desc, id)',
  'create index loan_fine on loan (fine desc, id)',
  ...countRows('loan'),
  'alter table book add constraint book_editor_id_fkey foreign key (editor_id) references author (id) on delete set null',
]);
