// A summary of the query language with the types and fields of a model. `docs/query.md` and `docs/paging.md` describe it with persons and computers.
import type { KindName, Limits } from '#domain/kinds';
import { sampleOf } from '#domain/resource';
import {
  relatedResource,
  relationshipsOf,
  writableAttributesOf,
  type Field,
  type Resource,
} from '../api/resource-description.ts';
import { applies, operatorNames, type Subject } from '../request/filter/filter-operators.ts';

/**
 * @param resources of the model
 * @returns Markdown
 */
export function queryOfModel(resources: readonly Resource[]): string {
  const lists = resources.map(({ path }) => `\`${path}\``).join(', ');
  return [
    '# The query language',
    `Lists (${lists}) accept all of these parameters. Every other route that returns data, including writes, accepts \`include\` and \`fields\`.`,
    table(
      ['parameter', 'what it does'],
      [
        ['`include`', 'adds related resources to the response'],
        ['`fields[TYPE]`', 'selects the fields to return'],
        ['`sort`', 'sorts a list; `-` before a field sorts in descending order'],
        ['`page[size]`, `page[number]`', 'returns one page of a list'],
        [
          '`page[after]`, `page[before]`',
          'returns the page after or before a cursor; an empty `page[after]=` returns the first page',
        ],
        ['`filter[FIELD]`', 'keeps the resources with this value'],
        ['`filter`', 'keeps the resources that match a list of filter objects in JSON'],
      ],
    ),
    'If a query is too long for a URL, use the method `QUERY`. It returns the same as `GET` and takes the query string as a body of type `application/x-www-form-urlencoded`.',
    ...resources.flatMap(sectionOf),
    '## Filter objects',
    '`{"name": FIELD, "op": OPERATOR, "val": VALUE}` compares; `{"and": […]}`, `{"or": […]}` and `{"not": …}` combine. Use `field` instead of `val` to compare two fields. A name such as `RELATIONSHIP__FIELD` compares a field of related resources.',
    table(
      ['fields', 'operators'],
      [...Map.groupBy(subjects, operatorsOf)].map(([operators, alike]) => [
        alike.map((subject) => SUBJECTS[subject]).join(', '),
        operators,
      ]),
    ),
    ...(resources.some((resource) => toManyOf(resource) !== undefined) ? includedSets : []),
  ].join('\n\n');
}

/** How to include only some of the resources of a to-many relationship. */
const includedSets: readonly string[] = [
  '## Included sets',
  'Every `GET` of resources also accepts these parameters. `PATH` is an `include` path that ends at a to-many relationship.',
  table(
    ['parameter', 'what it does'],
    [
      ['`page[PATH][size]`', 'limits the related resources that are shown for each resource'],
      ['`page[PATH][total]`', '`true` returns how many there are for each resource'],
      ['`includeSort`', 'sorts them by `PATH.FIELD`, or in descending order by `-PATH.FIELD`'],
      ['`includeFilter`', 'shows only those that match: a JSON object with a list of filter objects for each `PATH`'],
    ],
  ),
  'If `meta.complete` of a relationship is `false`, `data` is not the whole set: do not send it back as the set. `links.next` is the link to the next page.',
];

/** The name of the first to-many relationship of a type. */
function toManyOf(resource: Resource): string | undefined {
  return Object.entries(relationshipsOf(resource)).find(([, { cardinality }]) => cardinality === 'many')?.[0];
}

const SUBJECTS: Readonly<Record<Subject, string>> = {
  identifier: 'ids',
  text: 'texts',
  email: 'e-mail addresses',
  date: 'dates',
  integer: 'integers',
  decimal: 'decimal numbers',
  oneOf: 'choices',
  boolean: 'booleans',
  timestamp: 'timestamps',
  one: 'to-one relationships',
  many: 'to-many relationships',
};
const subjects = Object.keys(SUBJECTS).filter((name): name is Subject => Object.hasOwn(SUBJECTS, name));

function operatorsOf(subject: Subject): string {
  const isRelationship = subject === 'one' || subject === 'many';
  const names = operatorNames(
    (operator) => applies(operator, subject) && (operator.takes === 'filter') === isRelationship,
  );
  return names.map((name) => `\`${name}\``).join(', ');
}

function sectionOf(resource: Resource): readonly string[] {
  const { label, fields } = resource;
  return [
    `## ${label}`,
    table(
      ['field', 'values'],
      Object.entries(fields).map(([name, field]) => [`\`${name}\``, valuesOf(resource, field)]),
    ),
    ['```http', ...examplesOf(resource).map((example) => `GET ${example}`), '```'].join('\n'),
  ];
}

function valuesOf(resource: Resource, field: Field): string {
  switch (field.kind) {
    case 'identifier':
      return 'an integer as a string';
    case 'attribute':
      if (field.declared !== undefined)
        return `${NAMES[field.declared.kind](field.declared)}${field.declared.isRequired ? '' : ', or unset'}`;
      return field.stored === undefined
        ? 'computed; cannot be sorted or filtered by'
        : `${NAMES[field.shows.kind]({})}, set by the service`;
    case 'relationship':
      return `${field.cardinality === 'one' ? 'one' : 'many'}: \`${relatedResource(resource, field).type}\``;
  }
}

const NAMES: Readonly<Record<KindName, (limits: Limits) => string>> = {
  identifier: () => 'an integer as a string',
  text: () => 'text',
  email: () => 'an e-mail address',
  date: () => 'a date: `2000-02-29`',
  integer: () => 'an integer',
  decimal: ({ scale }) => `a decimal number as a string, with ${scale} decimals`,
  oneOf: ({ values = [] }) => values.map((value) => `\`${value}\``).join(', '),
  boolean: () => '`true` or `false`',
  timestamp: () => 'a timestamp: `2000-02-29T12:30:00.000Z`',
};

/** Query examples with names of a type. */
function examplesOf(resource: Resource): readonly string[] {
  const { type, path } = resource;
  const ofAttribute = Object.entries(writableAttributesOf(resource))
    .slice(0, 1)
    .flatMap(([name, { declared, example }]) => {
      const equals = { name, op: 'eq', val: example ?? sampleOf(declared) };
      return [`?sort=-${name},id&page[size]=10`, `?fields[${type}]=${name}`, `?filter=${JSON.stringify([equals])}`];
    });
  const ofRelationship = Object.entries(relationshipsOf(resource))
    .slice(0, 1)
    .flatMap(([name, { cardinality }]) => {
      const isThere = { name, op: cardinality === 'one' ? 'has' : 'any', val: { name: 'id', op: 'gt', val: '0' } };
      return [`?include=${name}`, `?filter=${JSON.stringify([isThere])}`];
    });
  const many = toManyOf(resource);
  const ofSet = many === undefined ? [] : examplesOfSet(many);
  return [...ofAttribute, ...ofRelationship, ...ofSet].map((query) => path + query);
}

function examplesOfSet(relationship: string): readonly string[] {
  const filters = { [relationship]: [{ name: 'id', op: 'gt', val: '0' }] };
  return [
    `?include=${relationship}&page[${relationship}][size]=5&includeSort=-${relationship}.id`,
    `?include=${relationship}&includeFilter=${JSON.stringify(filters)}`,
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
