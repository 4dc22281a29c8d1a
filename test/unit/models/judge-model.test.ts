import { expect } from 'chai';
import { judgeModel } from '#models/judge-model';
import {
  atMost,
  boolean,
  check,
  createdAt,
  date,
  decimal,
  email,
  integer,
  many,
  manyToMany,
  model,
  one,
  oneOf,
  optional,
  resource,
  text,
  timestamp,
  unique,
  updatedAt,
  type DeclaredType,
} from '#models/words';

const author = resource('author', {
  attributes: { name: text(100), bornOn: optional(date()) },
  fields: ({ attribute }) => [attribute('name', 'George Eliot')],
});

/** @param types in addition to authors */
const judge =
  (...types: readonly DeclaredType[]) =>
  () =>
    judgeModel(modelOf({ types: [author, ...types] }));

const modelOf = (members: object) =>
  model({ name: 'library', version: '1', description: 'Books', types: [author], ...members });

const book = (members: object, name = 'book') =>
  resource(name, { attributes: { title: text(10) }, fields: () => [], ...members });

/** A value that has not been type-checked. */
const unchecked = (value: unknown) => value as never;

/** A word that has not been type-checked. */
const untyped = (word: unknown) => word as (...given: readonly unknown[]) => object;

/** A book with a list of fields that has not been type-checked. */
const listing = (
  list: (words: Readonly<Record<string, (...given: readonly unknown[]) => unknown>>) => readonly unknown[],
  members: object = {},
) => book({ ...members, fields: list });

const linkTo = (options: object) => ({ author: untyped(one)('author', { inverse: 'books', ...options }) });

describe('judgeModel', () => {
  it('accepts a type that uses every function', () => {
    judge(
      resource('bookCopy', {
        plural: 'bookCopies',
        label: 'Copy',
        attributes: { title: text(10), isbn13URL: optional(email(20)) },
        relationships: { author: one('author', { inverse: 'copies' }) },
        rules: [unique('title')],
        fields: ({ attribute, writeOnly, computed, relationship }) => [
          attribute('title', 'Emma'),
          writeOnly('isbn13URL'),
          computed('heading', ['title'], ({ title }) => title),
          relationship('author'),
        ],
      }),
    )();
  });

  it('accepts every kind, default, rule and relationship', () => {
    judge(
      resource('book', {
        attributes: {
          title: text(560).default('Emma'),
          state: oneOf('new', 'old').default('old'),
          price: decimal(6, 2).default('9.5'),
          lent: boolean().default(false),
          pages: optional(integer().default(7)),
          printedOn: date().default('1815-12-23'),
          readAt: timestamp().default('2024-02-29T12:30:00+02:00'),
          createdAt: createdAt(),
          changedAt: updatedAt(),
        },
        relationships: {
          author: one('author', { inverse: 'books', required: true }),
          editor: one('author', { inverse: 'editedBooks', required: true, onDelete: 'cascade' }),
          reader: one('author', { inverse: 'readBooks', onDelete: 'refuse' }),
        },
        rules: [
          unique('title', 'state', 'author'),
          unique('title', 'editor'),
          check('title', ({ title }: { readonly title: string }) => title !== 'Untitled', 'is missing'),
        ],
        fields: ({ attribute, relationship }) => [
          attribute('createdAt'),
          attribute('changedAt'),
          relationship('author'),
          relationship('editor'),
        ],
      }),
    )();
  });

  const refused: Readonly<Record<string, readonly [refused: () => void, message: string]>> = {
    'an export that is not a model': [() => judgeModel({} as never), 'the default export must be a model'],
    'a model without types': [() => judgeModel(modelOf({ types: [] })), 'the default export must be a model'],
    'the name of the default model': [
      () => judgeModel(modelOf({ name: 'default' })),
      'the model cannot be named default',
    ],
    'a model name with capitals and spaces': [() => judgeModel(modelOf({ name: 'My books' })), 'must be in kebab-case'],
    'a version that is not a string': [() => judgeModel(modelOf({ version: 1 })), 'the version and the description'],
    'a type that resource did not make': [
      () => judgeModel(modelOf({ types: [{ type: 'book' }] })),
      'declared with resource(…)',
    ],
    'an unknown option of a to-one relationship': [
      () => linkTo({ onDeletion: 'cascade' }),
      "one('author', …) has no option onDeletion",
    ],
    'an option of to-one relationships, for a to-many one': [
      () => untyped(many)('page', { inverse: 'book', required: true }),
      "many('page', …) has no option required",
    ],
    'an option of to-one relationships, for a many-to-many one': [
      () => untyped(manyToMany)('author', { inverse: 'books', onDelete: 'refuse' }),
      "manyToMany('author', …) has no option onDelete",
    ],
    'two types with one name': [judge(book({}), book({})), 'two types are named book'],
    'a type in snake case': [judge(book({}, 'book_copy')), 'book_copy must be in camel case'],
    'a type with a capital': [judge(book({}, 'Book')), 'Book must be in camel case'],
    'a type whose name is too long': [judge(book({}, 'b'.repeat(41))), 'at most 40 characters'],
    'a type named like a table of the service': [judge(book({}, 'answer')), 'answer needs another name'],
    'a type named like a planned table of the service': [
      judge(book({}, 'changeHead')),
      'changeHead needs another name',
    ],
    'a type named like the table of a count': [judge(book({}, 'bookCount')), 'bookCount needs another name'],
    'a type named like a member of every object': [judge(book({}, 'constructor')), 'constructor needs another name'],
    'the path of another type': [judge(book({ plural: 'authors' })), 'book and author have the same path, /authors'],
    'a path of the service': [judge(book({ plural: 'operations' })), 'the path /operations is reserved'],
    'the path of the feed of changes': [judge(book({ plural: 'changes' })), 'the path /changes is reserved'],
    'an attribute in snake case': [judge(book({ attributes: { a_b: text(3) } })), 'book.a_b must be in camel case'],
    'an attribute without a kind': [
      judge(book({ attributes: { title: {} } })),
      'book.title must be declared with a kind',
    ],
    'a text without a length': [
      judge(book({ attributes: { title: { kind: 'text', isRequired: true } } })),
      'book.title must have a maximum length',
    ],
    'a reserved field name': [judge(book({ attributes: { history: text(3) } })), 'book.history needs another name'],
    'two attributes that are the same in snake case': [
      judge(book({ attributes: { homeURL: text(3), homeUrl: text(3) } })),
      'book.homeUrl and book.homeURL both become home_url',
    ],
    'an attribute named like the column of a relationship': [
      judge(
        book({ attributes: { authorId: text(3) }, relationships: { author: one('author', { inverse: 'books' }) } }),
      ),
      'book.author and book.authorId both become author_id',
    ],
    'a type and a field whose names are too long together': [
      judge(book({ attributes: { ['b'.repeat(30)]: text(3) } }, 'c'.repeat(30))),
      'at most 48 characters',
    ],
    'a relationship to an unknown type': [
      judge(book({ relationships: { author: one('auther', { inverse: 'books' }) } })),
      'book.author refers to auther',
    ],
    'a relationship that neither one nor many made': [
      () => void book({ relationships: { author: {} } }),
      'book.author must be declared with one(…), many(…) or manyToMany(…)',
    ],
    'an inverse that is already a name of the other type': [
      judge(book({ relationships: { author: one('author', { inverse: 'name' }) } })),
      'author already has a name',
    ],
    'an inverse in snake case': [
      judge(book({ relationships: { author: one('author', { inverse: 'my_books' }) } })),
      'author.my_books must be in camel case',
    ],
    'a rule about an unknown attribute': [
      judge(book({ rules: [unique('isbn')] })),
      'must name its attributes or to-one relationships, not isbn',
    ],
    'a unique text that is too long for an index': [
      judge(book({ attributes: { title: text(601) }, rules: [unique('title')] })),
      'book.title must have a maximum length of at most 600 to be unique',
    ],
    'unique texts that are too long together for an index': [
      judge(book({ attributes: { title: text(400), isbn: text(201) }, rules: [unique('title', 'isbn')] })),
      'book.title and book.isbn must together have a maximum length of at most 600 to be unique',
    ],
    'a unique text and a choice that are too long together for an index': [
      judge(
        book({ attributes: { title: text(595), state: oneOf('new', 'unread') }, rules: [unique('title', 'state')] }),
      ),
      'book.title and book.state must together have a maximum length of at most 600 to be unique',
    ],
    'two rules whose indexes have one name': [
      judge(
        book({
          attributes: { a: date(), bC: date(), aB: date(), c: date() },
          rules: [unique('a', 'bC'), unique('aB', 'c')],
        }),
      ),
      'unique(aB, c) of book needs another name: unique(a, bC) of book already has a table or index named book_a_b_c_unique',
    ],
    'a rule whose index has the name of the index of an attribute': [
      judge(
        book({
          attributes: { title: text(9), titleAuthorUnique: date() },
          relationships: linkTo({}),
          rules: [unique('title', 'author')],
        }),
      ),
      'unique(title, author) of book needs another name: book.titleAuthorUnique already has a table or index named book_title_author_unique',
    ],
    'a rule given twice': [
      judge(book({ rules: [unique('title'), unique('title')] })),
      'unique(title) of book is declared twice',
    ],
    'an optional time of creation': [
      judge(book({ attributes: { madeAt: optional(createdAt()) } })),
      'book.madeAt cannot be optional: the service sets it',
    ],
    'an optional time of change': [
      judge(book({ attributes: { changedAt: optional(updatedAt()) } })),
      'book.changedAt cannot be optional: the service sets it',
    ],
    'a time of creation that clients write': [
      judge(listing(({ writeOnly }) => [writeOnly?.('madeAt')], { attributes: { madeAt: createdAt() } })),
      'book.madeAt cannot be writeOnly: the service sets it',
    ],
    'a required relationship that is not a field': [
      judge(book({ relationships: linkTo({ required: true }) })),
      'book.author is required, but no field lets clients write it',
    ],
    'a required relationship that is unset on deletion': [
      judge(book({ relationships: linkTo({ required: true, onDelete: 'unset' }) })),
      'book.author is required, so it cannot be unset on deletion: let it refuse or cascade',
    ],
    'an unknown onDelete': [
      judge(book({ relationships: linkTo({ onDelete: 'delete' }) })),
      "book.author must have the onDelete 'unset', 'refuse' or 'cascade'",
    ],
    'a default of another kind': [
      judge(book({ attributes: { title: text(9).default(unchecked(7)) } })),
      'the default of book.title must be a string',
    ],
    'a default that is not one of the values': [
      judge(book({ attributes: { state: oneOf('new', 'old').default('lost') } })),
      'the default of book.state must be one of "new", "old"',
    ],
    'a default that is too long': [
      judge(book({ attributes: { title: text(3).default('Emma') } })),
      'the default of book.title must have at most 3 characters',
    ],
    'a default with too many decimals': [
      judge(book({ attributes: { price: decimal(5, 2).default('1.005') } })),
      'the default of book.price must have at most 2 decimals',
    ],
    'a default of null for a required attribute': [
      judge(book({ attributes: { title: text(9).default(unchecked(null)) } })),
      'the default of book.title must not be null',
    ],
    'a value with a line break': [
      judge(book({ attributes: { state: oneOf('new', 'o\nld') } })),
      'book.state must have values without line breaks',
    ],
    'a single value': [
      judge(book({ attributes: { state: untyped(oneOf)('new') } })),
      'book.state must have at least two values',
    ],
    'a check without a function': [
      judge(book({ rules: [{ kind: 'check', attribute: 'title', reason: 'is missing' }] })),
      'each check of book must have a function and a reason',
    ],
    'a check without a reason': [
      judge(book({ rules: [untyped(check)('title', () => true)] })),
      'each check of book must have a function and a reason',
    ],
    'a check of an unknown attribute': [
      judge(book({ rules: [check('isbn', () => true, 'is not an ISBN')] })),
      'a rule of book must name one of its attributes, not isbn',
    ],
    'a limit of zero': [
      judge(book({ relationships: { authors: many('author', { inverse: 'book' }) }, rules: [atMost(0, 'authors')] })),
      'must be a positive integer, not 0',
    ],
    'an index with the name of a table': [
      judge(book({ attributes: { copy: text(3) } }), resource('bookCopy', { attributes: {}, fields: () => [] })),
      'book_copy needs another name: book.copy already has a table or index named book_copy',
    ],
    'a text that no column holds': [
      judge(book({ attributes: { title: text(10_485_761) } })),
      'book.title must have a maximum length of at most 10485760',
    ],
    'a type with the same name as a table of links': [
      judge(
        book({ relationships: { copies: manyToMany('bookCopies', { inverse: 'books' }) } }),
        resource('bookCopies', { attributes: {}, fields: () => [] }),
      ),
      'book_copies needs another name: book.copies already has a table or index named book_copies',
    ],
    'types that require each other': [
      judge(
        book({
          relationships: { copy: one('bookCopy', { inverse: 'books', required: true }) },
          fields: ({ relationship }: { relationship: (name: string) => unknown }) => [relationship('copy')],
        }),
        resource('bookCopy', {
          attributes: {},
          relationships: { book: one('book', { inverse: 'copies', required: true }) },
          fields: ({ relationship }) => [relationship('book')],
        }),
      ),
      'book.copy is part of a cycle of required relationships, so no book could ever be created',
    ],
    'two indexes with one name': [
      judge(book({ attributes: { title: text(3), titleText: date() } })),
      'book.titleText needs another name',
    ],
    'an unknown member of a type': [() => void book({ rule: [] }), 'book has no member rule'],
    'an unknown member of the model': [() => judgeModel(modelOf({ seeds: {} })), 'the model has no member seeds'],
    'a type without fields': [() => void book({ fields: undefined }), 'book must have attributes'],
    'a rule that neither unique nor atMost made': [
      judge(book({ rules: ['title'] })),
      'each rule of book must be declared',
    ],
    'a relationship without an inverse': [
      () => void book({ relationships: { author: { to: 'author', cardinality: 'one' } } }),
      'book.author must be declared with one(…), many(…) or manyToMany(…)',
    ],
    'a computed field that needs a missing attribute': [
      judge(
        book({
          fields: ({ computed }: { computed: (...words: unknown[]) => unknown }) => [computed('x', ['y'], String)],
        }),
      ),
      'book.x is computed from y',
    ],
    'an unknown linkage': [
      judge(
        book({
          relationships: { author: one('author', { inverse: 'books' }) },
          fields: ({ relationship }: { relationship: (...words: unknown[]) => unknown }) => [
            relationship('author', 'often'),
          ],
        }),
      ),
      "book.author must have the linkage 'always' or 'when included'",
    ],
    'an example of the wrong kind': [
      judge(
        book({
          fields: ({ attribute }: { attribute: (name: string, example: unknown) => unknown }) => [
            attribute('title', 7),
          ],
        }),
      ),
      'the example of book.title must be a string',
    ],
    'a field listed twice': [
      judge(
        book({
          fields: ({ attribute }: { attribute: (name: string) => unknown }) => [attribute('title'), attribute('title')],
        }),
      ),
      'the fields of book list title twice',
    ],
  };
  for (const [what, [attempt, message]] of Object.entries(refused))
    it(`refuses ${what}, in one line`, () => {
      expect(attempt).to.throw(message).with.property('message').that.does.not.include('\n');
    });
});
