import fc from 'fast-check';
import { relationshipsOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { kindOf } from '#domain/kinds';
import type { ResourceType } from '#domain/schema';
import { isOwnPath, oddBounds, startOf, validBounds } from './bounds.ts';
import { cursorsFor } from './cursors.ts';
import { feedParameters } from './feed-requests.ts';
import { filterable, oddFilters, validFilters } from './filters.ts';
import { hostileIds, hostileNames, hostileTexts, validTexts } from './hostile-text.ts';
import { encodeAll } from './percent-encoding.ts';
import { sortKeysOf } from './sort-keys.ts';
import type { Route } from './targets.ts';
import { operandValues } from './values.ts';

type Type = ResourceType;
type Parameter = readonly [name: string, value: string];

const constants = (values: readonly Parameter[]): fc.Arbitrary<Parameter> => fc.constantFrom(...values);

const fieldsets: readonly Parameter[] = Object.values(resources).flatMap(({ type, fields }) => {
  const output = Object.keys(fields).filter((name) => {
    const field = fields[name];
    return field?.kind === 'relationship' || (field?.kind === 'attribute' && field.output !== undefined);
  });
  return ['', output.join(','), ...output].map((names) => [`fields[${type}]`, names] as const);
});

/** Parameters that every route accepts. */
const common = (route: Route): fc.Arbitrary<Parameter> =>
  fc.oneof(constants(inclusionsOf(route)), constants(fieldsets));

/** Include paths of a route. On a relationship route they start with its relationship, because the document links to nothing else. */
function inclusionsOf(route: Route): readonly Parameter[] {
  const paths = (from: Type, steps: number): readonly string[] =>
    Object.entries(relationshipsOf(resources[from])).flatMap(([name, { to }]) => [
      name,
      ...(steps === 0 ? [] : paths(to, steps - 1).map((path) => `${name}.${path}`)),
    ]);
  const all = paths(startOf(route), 2).filter((path) => isOwnPath(route, path.split('.')));
  return ['', ...all].map((path) => ['include', path] as const);
}

const paging = fc
  .tuple(fc.constantFrom('page[size]', 'page[number]'), fc.constantFrom('1', '2', '3', '50', '9007199254740991'))
  .map((parameter): Parameter => parameter);

const sizes = fc.constantFrom('1', '2', '50').map((size): Parameter => ['page[size]', size]);

const sorting = (type: Type): fc.Arbitrary<Parameter> =>
  fc.array(fc.constantFrom(...sortKeysOf(type)), { maxLength: 3 }).map((keys) => ['sort', keys.join(',')]);

/** A page by cursor, mostly of the list's sort. */
function walks(route: Route): fc.Arbitrary<readonly Parameter[]> {
  const { kind, type } = route;
  const documents = common(route);
  return fc
    .oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 3, arbitrary: sorting(type).map(([, keys]) => keys) })
    .chain((sort) =>
      fc.tuple(
        fc.constant<readonly Parameter[]>(sort === '' ? [] : [['sort', sort]]),
        fc.oneof(
          { weight: 12, arbitrary: fc.tuple(cursorParameter('after', type, sort)) },
          { weight: 12, arbitrary: fc.tuple(cursorParameter('before', type, sort)) },
          {
            weight: 1,
            arbitrary: fc.tuple(cursorParameter('after', type, sort), cursorParameter('before', type, sort)),
          },
        ),
        fc.oneof(
          { weight: 2, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.tuple(kind === 'list' ? paging : sizes) },
        ),
        fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.tuple(fc.constantFrom('false', 'true', '0', '').map(totalParameter)) },
        ),
        fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.tuple(fc.oneof(documents, conditions(type))) },
          { weight: 1, arbitrary: fc.tuple(validFilters(type).map((text): Parameter => ['filter', text])) },
        ),
      ),
    )
    .map((parts) => parts.flat());
}

function cursorParameter(name: 'after' | 'before', type: Type, sort: string): fc.Arbitrary<Parameter> {
  return cursorsFor(type, sort).map((cursor) => [`page[${name}]`, cursor]);
}

function totalParameter(value: string): Parameter {
  return ['page[total]', value];
}

const conditions = (type: Type): fc.Arbitrary<Parameter> =>
  fc
    .constantFrom(...filterable[type])
    .chain(({ name, compared }) =>
      operandValues(compared).map((value): Parameter => [`filter[${name}]`, kindOf(compared.kind).write(value)]),
    );

/** Valid parameters of a route. To-many relationship routes take those of a list; include paths start at the resource that has the relationship. */
function validParameters(route: Route): fc.Arbitrary<Parameter> {
  const { kind, type } = route;
  const documents = common(route);
  if (kind === 'changes')
    return fc.oneof({ weight: 5, arbitrary: feedParameters }, { weight: 1, arbitrary: constants(fieldsets) });
  if (kind !== 'list' && kind !== 'to-many') return documents;
  return fc.oneof(
    { weight: 2, arbitrary: documents },
    { weight: 2, arbitrary: kind === 'list' ? paging : sizes },
    { weight: 2, arbitrary: sorting(type) },
    { weight: 2, arbitrary: conditions(type) },
    { weight: 5, arbitrary: validFilters(type).map((text): Parameter => ['filter', text]) },
  );
}

const names = fc.constantFrom(
  'include',
  ...Object.keys(resources).map((type) => `fields[${type}]`),
  'sort',
  'page[size]',
  'page[number]',
  'page[after]',
  'page[before]',
  'page[total]',
  'includeSort',
  'includeFilter',
  ...Object.values(resources).flatMap(({ fields }) => Object.keys(fields).map((name) => `filter[${name}]`)),
  'filter',
);

/** Names that no route accepts, or known ones with an unexpected name in brackets. */
const oddNames = fc.oneof(
  hostileNames,
  fc
    .tuple(fc.constantFrom('fields', 'filter', 'page', 'sort', 'include'), hostileNames)
    .map(([name, inner]) => `${name}[${inner}]`),
  fc.constantFrom(
    'page',
    'page[]',
    'fields',
    'filter[]',
    'filter[][name]',
    'page[size][0]',
    'FILTER',
    'page[offset]',
    'page[][size]',
    'page[size][total]',
    'page[.][size]',
    'includeSort[]',
    'includefilter',
    'q',
    '_method',
    '[',
    ']',
  ),
);

const relationshipNames = Object.values(resources).flatMap((resource) => Object.keys(relationshipsOf(resource)));

/** Values of `include`, `sort` and `fields` with an invalid item. */
const oddLists = fc
  .tuple(
    fc.constantFrom(
      '',
      ...relationshipNames.flatMap((name) => [`${name},`, `${name}.`, `${name}__`, `${name}.`.repeat(30)]),
      '-',
      'id,',
      ',,',
      'id,'.repeat(900),
    ),
    hostileNames,
  )
  .map(([start, name]) => start + name);

/** Parameters with an invalid name or value. */
function oddParameters({ kind, type }: Route): fc.Arbitrary<Parameter> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.tuple(names, hostileTexts) },
    { weight: 2, arbitrary: fc.tuple(names, oddLists) },
    { weight: 1, arbitrary: fc.tuple(names, hostileIds) },
    { weight: 3, arbitrary: fc.tuple(oddNames, fc.oneof(hostileTexts, validTexts)) },
    { weight: kind === 'list' ? 9 : 1, arbitrary: oddFilters(type).map((text): Parameter => ['filter', text]) },
  );
}

type Encoder = (text: string) => string;

const validEncoders = fc.constantFrom<Encoder>(
  encodeAll,
  encodeAll,
  (text) => encodeAll(text).replaceAll('%5B', '[').replaceAll('%5D', ']').replaceAll('%20', '+'),
  (text) => encodeAll(text).toLowerCase(),
  // Raw bytes, with only the delimiters encoded.
  (text) =>
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replaceAll(/[\0-\x20#%&+]/g, encodeAll),
);

const oddEncoders = fc.constantFrom<Encoder>(
  (text) => encodeAll(encodeAll(text)),
  (text) => encodeAll(text).slice(0, -1),
  (text) => `${encodeAll(text)}%`,
  (text) => `${encodeAll(text)}%ff%fe`,
  (text) => encodeAll(text).replaceAll('%', '%25'),
  (text) => text.replaceAll(/[^!-~]/g, ''),
);

const encoded = (parameters: fc.Arbitrary<Parameter>, encoders: fc.Arbitrary<Encoder>): fc.Arbitrary<string> =>
  fc.tuple(parameters, encoders).map(([[name, value], encode]) => `${encodeAll(name)}=${encode(value)}`);

const oddSyntax = fc.constantFrom(
  '',
  '&',
  '&&&',
  '=',
  '=x',
  'x',
  '?',
  '#x',
  '%',
  '&=&',
  'include',
  'filter',
  '+',
  '%00=%00',
  ';a=b',
  'a=b;c=d',
);

function hasPages({ kind, path }: Route): boolean {
  return kind === 'to-many' || (kind === 'list' && !isExport(path));
}

function isExport(path: string): boolean {
  return path.startsWith('/export');
}

/** Bounds on relationships that a route shows, mostly valid, alone or with other parameters. */
function boundsOf(route: Route, others: fc.Arbitrary<readonly Parameter[]>): fc.Arbitrary<readonly Parameter[]>[] {
  const [valid, odd] = [validBounds(route), oddBounds(route)];
  if (
    ['root', 'changes', 'operations'].includes(route.kind) ||
    isExport(route.path) ||
    valid === undefined ||
    odd === undefined
  )
    return [];
  const withOthers = fc.tuple(valid, others).map(([bounds, more]) => {
    const names = bounds.map(([name]) => name);
    return [...bounds, ...more.filter(([name]) => !names.includes(name))];
  });
  return [
    fc.oneof({ weight: 4, arbitrary: valid }, { weight: 4, arbitrary: withOthers }, { weight: 1, arbitrary: odd }),
  ];
}

/** Query strings of a route, with `?` unless empty; in Latin-1, one character per byte. */
export function queriesOf(route: Route): fc.Arbitrary<string> {
  const valid = validParameters(route);
  const odd = fc.oneof(
    { weight: 6, arbitrary: encoded(oddParameters(route), validEncoders) },
    { weight: 2, arbitrary: encoded(valid, oddEncoders) },
    { weight: 1, arbitrary: oddSyntax },
  );
  // Duplicate parameters are refused.
  const single = fc.uniqueArray(valid, { maxLength: 3, selector: ([name]) => name });
  const chosen = fc.oneof(
    { weight: 2, arbitrary: single },
    ...(hasPages(route) ? [{ weight: 3, arbitrary: walks(route) }] : []),
    ...boundsOf(route, single).map((arbitrary) => ({ weight: 2, arbitrary })),
  );
  const validParts = chosen.chain((parameters) =>
    fc.tuple(...parameters.map((parameter) => encoded(fc.constant(parameter), validEncoders))),
  );
  const oddParts = fc.oneof(
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: odd.map((one) => [one]) },
    { weight: 1, arbitrary: odd.map((one) => [one, one]) },
  );
  return fc.tuple(validParts, oddParts).map((parts) => {
    const [first, ...rest] = parts.flat();
    return first === undefined ? '' : `?${[first, ...rest].join('&')}`;
  });
}
