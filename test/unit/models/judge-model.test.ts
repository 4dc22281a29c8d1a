import { expect } from 'chai';
import { judgeModel } from '#models/judge-model';
import {
  atMost,
  date,
  email,
  many,
  model,
  one,
  optional,
  resource,
  text,
  unique,
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
      'book.author must be declared with one(…) or many(…)',
    ],
    'an inverse that is already a name of the other type': [
      judge(book({ relationships: { author: one('author', { inverse: 'name' }) } })),
      'author already has a name',
    ],
    'an inverse in snake case': [
      judge(book({ relationships: { author: one('author', { inverse: 'my_books' }) } })),
      'author.my_books must be in camel case',
    ],
    'a rule about an unknown attribute': [judge(book({ rules: [unique('isbn')] })), 'must name one of its attributes'],
    'a unique text that is too long for an index': [
      judge(book({ attributes: { title: text(601) }, rules: [unique('title')] })),
      'book.title must have a maximum length of at most 600 to be unique',
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
      'book.author must be declared with one(…) or many(…)',
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
    it(`refuses ${what}`, () => {
      expect(attempt).to.throw(message);
    });
});
