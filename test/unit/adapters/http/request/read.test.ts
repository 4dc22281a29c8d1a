import { expect } from 'chai';
import type { QueryScope } from '#adapters/http/api/parameters';
import { linksBelow } from '#adapters/http/api/links';
import { operationsOf } from '#adapters/http/api/operations';
import { resources } from '#test/support/model';
import { readQueryString } from '#adapters/http/request/syntax/query-string';
import type { SelectedFields } from '#adapters/http/request/query/presentation';
import { parseRead, type Read, type ReadConfig } from '#adapters/http/request/read';
import type { ResourceType } from '#domain/schema';
import { configWith, parse, problemsOf, type QueryOptions } from '../../../../support/parse-query.ts';
import { personValues } from '../../../../support/persons.ts';
import { fieldNames } from '../../../../support/resource-objects.ts';

const onComputers: QueryOptions = { resource: resources.computer };

/** A query string, and the parameter and detail of its only problem. */
type Refusal = readonly [text: string, parameter: string, detail: RegExp, options?: QueryOptions];

function itRefuses(refusals: readonly Refusal[]): void {
  for (const [text, parameter, detail, options] of refusals) {
    it(`refuses ${JSON.stringify(text.slice(0, 80))}`, () => {
      const problems = problemsOf(text, options);
      expect(problems, JSON.stringify(problems)).to.have.length(1);
      expect(problems[0]).to.include({ status: '400', code: 'invalid-parameter', title: 'Invalid query parameter' });
      expect(problems[0]?.source).to.deep.equal({ parameter });
      expect(problems[0]?.detail).to.match(detail);
      expect(problems[0]?.detail).to.not.match(/(?<!")password/);
    });
  }
}

describe('parsing a query string', () => {
  it('accepts an empty one', () => {
    const { parameters, filter, sort, page, total, view, includesUnasked } = parse('');
    expect({ parameters, filter, sort, page, total, include: view.include, includesUnasked }).to.deep.equal({
      parameters: [],
      filter: { kind: 'and', filters: [] },
      sort: [],
      page: { kind: 'numbered', size: 30, number: 1 },
      total: true,
      include: undefined,
      includesUnasked: true,
    });
  });

  it('keeps the parameters as sent', () => {
    expect(parse('sort=-id&page%5Bsize%5D=5&filter%5Bname%5D=a+b').parameters).to.deep.equal([
      { name: 'sort', value: '-id' },
      { name: 'page[size]', value: '5' },
      { name: 'filter[name]', value: 'a b' },
    ]);
  });

  it('reports all problems together: first of names, then of each parameter', () => {
    const text = 'a=%zz&foo=1&sort=nme&page[size]=x&include=x&fields[y]=z&filter=[1]&filter[q]=1&sort=id';
    expect(problemsOf(text).map(({ source }) => source)).to.deep.equal(
      ['a', 'foo', 'sort', 'include', 'fields[y]', 'filter', 'filter[q]', 'sort', 'page[size]'].map((parameter) => ({
        parameter,
      })),
    );
  });

  describe('parameter names', () => {
    itRefuses([
      ['foo=1', 'foo', /^unknown parameter "foo"\. Parameters of this route: include, fields\[TYPE\], filter/],
      ['foo=1&foo=2', 'foo', /unknown/],
      ['sorr=id', 'sorr', /did you mean "sort"\?/],
      ['Sort=id', 'Sort', /did you mean "sort"\?/],
      ['page[sise]=1', 'page[sise]', /did you mean "page\[size\]"\?/],
      ['page=1', 'page', /unknown parameter/],
      ['page[]=1', 'page[]', /unknown parameter/],
      ['page[offset]=1', 'page[offset]', /unknown parameter/],
      ['page[size][x]=1', 'page[size][x]', /unknown parameter/],
      ['fields=name', 'fields', /unknown parameter/],
      ['fields[]=name', 'fields[]', /unknown parameter/],
      ['filter[]=name', 'filter[]', /unknown parameter/],
      ['filter[name=1', 'filter[name', /unknown parameter/],
      ['include[x]=1', 'include[x]', /unknown parameter/],
      ['=1', '', /unknown parameter ""/],
      ['__proto__=1', '__proto__', /unknown parameter/],
      ['constructor=1', 'constructor', /unknown parameter/],
      ['password=1', 'password', /^unknown parameter "password"\. /],
      ['sort=id&sort=name', 'sort', /"sort" is given more than once/],
      ['sort=id&sort=id&sort=id', 'sort', /more than once/],
      ['filter=[]&filter=[]', 'filter', /more than once/],
      ['include=&include=', 'include', /more than once/],
      ['fields[person]=id&fields%5Bperson%5D=id', 'fields[person]', /more than once/],
      ['page[size]=1&page[size]=2', 'page[size]', /more than once/],
      ['page[number]=1&page[number]=1', 'page[number]', /more than once/],
    ]);

    it('lets only filter[FIELD] repeat', () => {
      expect(problemsOf('filter[name]=a&filter[name]=b&filter[id]=1')).to.deep.equal([]);
    });
  });

  describe('parameters of a route', () => {
    const all = [
      'include=computers',
      'fields[person]=id',
      'filter=[]',
      'filter[id]=1',
      'sort=id',
      'page[size]=1',
      'page[number]=1',
      'page[computers][size]=1',
      'page[computers][total]=true',
      'includeSort=computers.id',
      'includeFilter={}',
    ];
    const accepted: Readonly<Record<Exclude<QueryScope, 'changes' | 'stream'>, readonly string[]>> = {
      list: all,
      // A relationship route takes no `page[PATH]` bounds on its own relationship.
      linkage: all.slice(0, 6),
      export: all.slice(1, 5),
      resource: [...all.slice(0, 2), ...all.slice(7)],
      change: all.slice(0, 2),
      none: [],
    };
    for (const scope of Object.keys(accepted) as (keyof typeof accepted)[]) {
      for (const text of scope === 'linkage' ? all.slice(0, 7) : all) {
        const isAccepted = accepted[scope].includes(text);
        it(`${scope}: ${isAccepted ? 'accepts' : 'refuses'} ${text}`, () => {
          const details = problemsOf(text, { scope }).map(({ detail }) => detail);
          if (isAccepted) return expect(details).to.deep.equal([]);
          expect(details).to.have.length(1);
          return expect(details[0]).to.match(
            /^this route does not take ".*"\. (Parameters of this route: (?:include, )?fields\[TYPE\].*|This route takes no query parameters)$/,
          );
        });
      }
    }
    itRefuses([
      [
        'sorr=1',
        'sorr',
        /^unknown parameter "sorr"\. Parameters of this route: include, fields\[TYPE\], page\[PATH\]\[size\], page\[PATH\]\[total\], includeSort, includeFilter$/,
        { scope: 'resource' },
      ],
      [
        'sorr=1',
        'sorr',
        /^unknown parameter "sorr"\. Parameters of this route: include, fields\[TYPE\]$/,
        { scope: 'change' },
      ],
      ['foo=1', 'foo', /^unknown parameter "foo"\. This route takes no query parameters$/, { scope: 'none' }],
      [
        'fields[computer]=serial',
        'fields[computer]',
        /^this route takes fields\[person\] only: it has no other resources$/,
        { scope: 'export' },
      ],
      ['fields[nope]=id', 'fields[nope]', /^this route takes fields\[person\] only/, { scope: 'export' }],
      ['fields[person]=nme', 'fields[person]', /^unknown field "nme"/, { scope: 'export' }],
    ]);
  });
});

describe('include', () => {
  const paths: readonly [value: string, paths: readonly (readonly string[])[] | undefined, options?: QueryOptions][] = [
    ['', undefined],
    ['computers', [['computers']]],
    ['computers.owner,computers', [['computers', 'owner'], ['computers']]],
    ['computers,computers', [['computers']]],
    ['owner.computers.owner.computers.owner', [['owner', 'computers', 'owner', 'computers', 'owner']], onComputers],
  ];
  for (const [value, expected, options] of paths) {
    it(`reads "${value}"`, () => {
      const { view, includesUnasked } = parse(`include=${value}`, options);
      expect(view.include).to.deep.equal(expected);
      expect(includesUnasked).to.equal(false);
    });
  }

  itRefuses([
    [
      'include=computers.ownr',
      'include',
      /^unknown relationship "ownr" of computer, name 2 of "computers\.ownr"; did you mean "owner"\? Relationships of computer: owner\b/,
    ],
    [
      'include=password',
      'include',
      /^unknown relationship "password" of person, name 1 .*\. Relationships of person: computers\b/,
    ],
    ['include=name', 'include', /unknown relationship "name"/],
    ['include=computers.', 'include', /unknown relationship "" of computer, name 2/],
    ['include=.', 'include', /unknown relationship "" of person, name 1/],
    ['include=__proto__', 'include', /unknown relationship "__proto__"/],
    ['include=constructor', 'include', /unknown relationship/],
    ['include=%20computers', 'include', /unknown relationship " computers" of person/],
    ['include=computers,,computers', 'include', /empty item/],
    ['include=,', 'include', /empty item/],
    ['include=computers.owner.computers.owner.computers.owner', 'include', /has 6 names, more than 5/],
  ]);

  it('reports the maximum length of a path', () => {
    expect(problemsOf('include=a.b', { limits: { maxIncludeNames: 1 } })[0]?.meta).to.deep.equal({ max: 1 });
  });
});

describe('fields', () => {
  it('selects the fields of each type, and reads what they need', () => {
    const { fields, view } = parse('fields[person]=display_name,birth_date,display_name&fields[computer]=');
    const namesOf = ({ attributes, relationships }: SelectedFields): readonly string[] =>
      [...attributes, ...relationships].map(({ name }) => name);
    expect(namesOf(fields.person)).to.deep.equal(['birth_date', 'display_name']);
    expect(namesOf(fields.computer)).to.deep.equal([]);
    expect(view.selections.person).to.deep.equal({ attributes: ['birthDate', 'name', 'email'], linkage: [] });
  });

  it('accepts the identifier, write-only and computed fields, and relationships', () => {
    expect(problemsOf('fields[person]=id,name,email,display_name,computers')).to.deep.equal([]);
  });

  itRefuses([
    ['fields[persn]=id', 'fields[persn]', /^unknown type "persn"; did you mean "person"\? Types: person, computer\b/],
    ['fields[toString]=id', 'fields[toString]', /unknown type/],
    ['fields[__proto__]=id', 'fields[__proto__]', /unknown type/],
    [
      'fields[person]=id,nme',
      'fields[person]',
      new RegExp(
        String.raw`^unknown field "nme" of person; did you mean "name"\? Fields of person: ${fieldNames('person').join(', ')}$`,
      ),
    ],
    ['fields[person]=password', 'fields[person]', /^unknown field "password" of person\. Fields of person: /],
    ['fields[person]=birthDate', 'fields[person]', /did you mean "birth_date"/],
    ['fields[person]=type', 'fields[person]', /unknown field/],
    ['fields[person]=constructor', 'fields[person]', /unknown field/],
    ['fields[person]=id,,name', 'fields[person]', /empty item/],
    ['fields[computer]=name', 'fields[computer]', /unknown field "name" of computer\. /],
  ]);
});

describe('sort', () => {
  const key = (attribute: string, descending = false, path: readonly string[] = []): object => ({
    path,
    attribute,
    descending,
  });
  const keys: readonly [value: string, keys: readonly object[], options?: QueryOptions][] = [
    ['', []],
    ['id,name,email,birth_date', [key('id'), key('name'), key('email'), key('birthDate')]],
    ['-birth_date', [key('birthDate', true)]],
    ['name,-name,name', [key('name')]],
    ['serial,-owner__birth_date', [key('serial'), key('birthDate', true, ['owner'])], onComputers],
    ['owner__id,id', [key('id', false, ['owner']), key('id')], onComputers],
  ];
  for (const [value, expected, options] of keys) {
    it(`reads "${value}"`, () => expect(parse(`sort=${value}`, options).sort).to.deep.equal(expected));
  }

  itRefuses([
    [
      'sort=nme',
      'sort',
      new RegExp(
        String.raw`^unknown field "nme" of person; did you mean "name"\? Sortable fields of person: ${personValues()}$`,
      ),
    ],
    ['sort=birthDate', 'sort', /did you mean "birth_date"/],
    ['sort=password', 'sort', /^unknown field "password" of person\. /],
    [
      'sort=owner.name',
      'sort',
      /unknown field "owner\.name" .*for fields of related resources: owner__name$/,
      onComputers,
    ],
    ['filter[name][like]=x', 'filter[name][like]', /unknown field "name\]\[like" .* are for the JSON form/],
    ['include=computers__owner', 'include', /unknown relationship "computers__owner" .*Dots join the names/],
    ['sort=owner__password', 'sort', /^unknown field "password" of person\. /, onComputers],
    ['sort=display_name', 'sort', /"display_name": it is computed; sort by name, email$/],
    ['sort=owner__display_name', 'sort', /it is computed; sort by name, email$/, onComputers],
    ['sort=computers', 'sort', /it is a relationship/],
    ['sort=owner', 'sort', /it is a relationship/, onComputers],
    ['sort=computers__serial', 'sort', /only to-one relationships/],
    ['sort=name__id', 'sort', /unknown relationship "name" of person/],
    ['sort=--id', 'sort', /unknown field "-id"/],
    ['sort=-', 'sort', /unknown field ""/],
    ['sort=%2Bid', 'sort', /unknown field "\+id"/],
    ['sort=id,', 'sort', /empty item/],
    ['sort=id,,name', 'sort', /empty item/],
    ['sort=__proto__', 'sort', /^unknown field "__proto__" of person\. Sortable fields of person: id/],
    ['sort=constructor', 'sort', /unknown field "constructor"/],
  ]);
});

describe('page', () => {
  const pages: readonly [text: string, page: object | undefined, options?: QueryOptions][] = [
    ['page[size]=5', { kind: 'numbered', size: 5, number: 1 }],
    ['page[number]=3', { kind: 'numbered', size: 30, number: 3 }],
    ['page[size]=007&page[number]=02', { kind: 'numbered', size: 7, number: 2 }],
    [
      'page[size]=9007199254740991&page[number]=9007199254740991',
      { kind: 'numbered', size: 2 ** 53 - 1, number: 2 ** 53 - 1 },
    ],
    ['page[size]=0', undefined],
    ['page[size]=0&page[number]=7', undefined],
    ['page[size]=0', undefined, { limits: { maxPageSize: 10 } }],
    ['page[size]=10', { kind: 'numbered', size: 10, number: 1 }, { limits: { maxPageSize: 10, allowUnpaged: false } }],
    ['', { kind: 'numbered', size: 10, number: 1 }, { limits: { maxPageSize: 10 } }],
  ];
  for (const [text, expected, options] of pages) {
    it(`reads "${text}" ${JSON.stringify(options ?? {})}`, () => {
      expect(parse(text, options).page).to.deep.equal(expected);
    });
  }

  const malformed = ['', '-1', '+1', '%201', '1.0', '1e3', '0x1', 'abc', '٣', '9007199254740992', '9'.repeat(400)];
  itRefuses(
    malformed.map((value) => [
      `page[size]=${encodeURI(value).replaceAll('%25', '%')}`,
      'page[size]',
      /^page\[size\] must be a whole number from 0 to 9007199254740991/,
    ]),
  );
  itRefuses(
    [...malformed, '0'].map((value) => [
      `page[number]=${encodeURI(value).replaceAll('%25', '%')}`,
      'page[number]',
      /^page\[number\] must be a whole number from 1 to/,
    ]),
  );
  itRefuses([
    ['page[size]=0&page[number]=0', 'page[number]', /from 1/],
    ['page[size]=11', 'page[size]', /from 0 to 10,/, { limits: { maxPageSize: 10 } }],
    ['page[size]=0', 'page[size]', /from 1 to 10,/, { limits: { maxPageSize: 10, allowUnpaged: false } }],
    ['page[size]=0', 'page[size]', /from 1 to/, { limits: { allowUnpaged: false } }],
  ]);

  it('reports the maximum size', () => {
    const limits = { maxPageSize: 10, allowUnpaged: false };
    for (const size of ['0', '11', 'x']) {
      expect(problemsOf(`page[size]=${size}`, { limits })[0]?.meta).to.deep.equal({ max: 10 });
    }
    expect(problemsOf('page[number]=0', { limits })[0]).to.not.have.property('meta');
  });
});

function readOf(name: string, text: string, changed: Partial<ReadConfig>): Read {
  const config = configWith({});
  const operation = operationsOf(config.limits, resources).find((each) => each.name === name);
  if (operation === undefined) throw new Error(`there is no operation ${name}`);
  return parseRead(operation, readQueryString(text), { ...config, ...changed });
}

describe('The variant of a read', () => {
  const variantOf = (name: string, text = '', changed: Partial<ReadConfig> = {}): string =>
    readOf(name, text, changed).variant;

  it('differs by release, public URL, rules on reading, resource, relationship and query string', () => {
    const { service } = configWith({});
    const variants = [
      variantOf('persons.detail'),
      variantOf('persons.detail', '', { service: { ...service, version: '2' } }),
      variantOf('persons.detail', '', { service: { ...service, name: 'other' } }),
      variantOf('persons.detail', '', { service: { ...service, model: 'a digest' } }),
      variantOf('persons.detail', '', { linkTo: linksBelow('https://example.org') }),
      variantOf('persons.detail', '', { readDigest: 'some rules' }),
      variantOf('computers.detail'),
      variantOf('persons.computers.linkage'),
      variantOf('persons.detail', 'include='),
    ];
    expect(new Set(variants).size).to.equal(variants.length);
  });

  it('is that of a plain GET for the response to a change of a relationship', () => {
    expect(variantOf('persons.computers.link', 'include=computers')).to.equal(variantOf('persons.computers.linkage'));
  });

  it('is empty without entity tags', () => {
    expect(variantOf('persons.list')).to.equal('');
  });
});

describe('A read', () => {
  it('hides links only if it shows linkage to a type with hidden rows', () => {
    const hidesLinks = (hidden: ResourceType, text = ''): boolean =>
      readOf('persons.detail', text, { restricted: new Set([hidden]) }).hidesLinks;
    expect(hidesLinks('computer')).to.equal(true);
    expect(hidesLinks('person')).to.equal(false);
    expect(hidesLinks('computer', 'fields[person]=name')).to.equal(false);
  });
});
