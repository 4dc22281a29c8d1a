import fc from 'fast-check';
import { relationshipsOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { kindOf } from '#domain/kinds';
import { perType, type ResourceType } from '#domain/schema';
import { cursorsFor } from './cursors.ts';
import { filterable, oddFilters, validFilters } from './filters.ts';
import { hostileIds, hostileNames, hostileTexts, validTexts } from './hostile-text.ts';
import { encodeAll } from './percent-encoding.ts';
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

/** Parameters that every route accepts, by the type of its primary data. */
const common = perType((type) => fc.oneof(constants(inclusionsOf(type)), constants(fieldsets)));

function inclusionsOf(type: Type): readonly Parameter[] {
  const paths = (from: Type, steps: number): readonly string[] =>
    Object.entries(relationshipsOf(resources[from])).flatMap(([name, { to }]) => [
      name,
      ...(steps === 0 ? [] : paths(to, steps - 1).map((path) => `${name}.${path}`)),
    ]);
  return ['', ...paths(type, 2)].map((path) => ['include', path] as const);
}

const paging = fc
  .tuple(fc.constantFrom('page[size]', 'page[number]'), fc.constantFrom('1', '2', '3', '50', '9007199254740991'))
  .map((parameter): Parameter => parameter);

/** Sort keys in both directions. They follow only to-one relationships, at most `steps` of them. */
function sortKeysOf(type: Type, steps = LONGEST_SORT_PATH): readonly string[] {
  return Object.entries(resources[type].fields).flatMap(([name, field]) => {
    if (field.kind !== 'relationship') return field.stored === undefined ? [] : [name, `-${name}`];
    if (field.cardinality === 'many' || steps === 0) return [];
    return sortKeysOf(field.to, steps - 1).map((key) =>
      key.startsWith('-') ? `-${name}__${key.slice(1)}` : `${name}__${key}`,
    );
  });
}

const LONGEST_SORT_PATH = 3;

const sorting = (type: Type): fc.Arbitrary<Parameter> =>
  fc.array(fc.constantFrom(...sortKeysOf(type)), { maxLength: 3 }).map((keys) => ['sort', keys.join(',')]);

/** A page by cursor, mostly of the list's sort. */
function walks(type: Type): fc.Arbitrary<readonly Parameter[]> {
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
        fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.tuple(paging) }),
        fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.tuple(fc.constantFrom('false', 'true', '0', '').map(totalParameter)) },
        ),
        fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.tuple(fc.oneof(common[type], conditions(type))) },
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

/** Valid parameters of a route. */
function validParameters({ kind, type }: Route): fc.Arbitrary<Parameter> {
  if (kind !== 'list') return common[type];
  return fc.oneof(
    { weight: 2, arbitrary: common[type] },
    { weight: 2, arbitrary: paging },
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
  const hasPages = route.kind === 'list' && !route.path.startsWith('/export');
  const chosen = hasPages ? fc.oneof(single, walks(route.type)) : single;
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
