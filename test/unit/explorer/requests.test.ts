import { execFileSync } from 'node:child_process';
import { queryFor } from '@jsonapi-person-computer/client';
import { expect } from 'chai';
import { curlCommand } from '../../../explorer/src/model/curl.ts';
import { candidatesPath } from '../../../explorer/src/model/candidates.ts';
import { exportName, exportPath } from '../../../explorer/src/model/exports.ts';
import { relationshipsOf } from '../../../explorer/src/model/fields.ts';
import { emptyQuestion } from '../../../explorer/src/model/question.ts';
import { countPath, listPath, pathWith, searchFilter } from '../../../explorer/src/model/requests.ts';
import { api, book, relationship, required, shelf, tag, topic } from './described.ts';

const filter = [{ name: 'secret', op: 'ilike', val: 'a%' }];

describe('explorer: requests', () => {
  it('asks for the labels of related resources only', () => {
    expect(listPath(api, shelf, emptyQuestion('shelf'))).to.equal(
      '/shelves?page[size]=20&include=books&fields[book]=isbn',
    );
  });

  it('asks for the chosen columns only', () => {
    const question = { ...emptyQuestion('shelf'), columns: ['built'], page: 2, size: 5 };
    expect(listPath(api, shelf, question)).to.equal('/shelves?page[size]=5&page[number]=2&fields[shelf]=built');
    expect(listPath(api, shelf, { ...question, columns: [] })).to.contain('fields[shelf]=');
  });

  it('names files after their filter', () => {
    const question = emptyQuestion('shelf');
    expect(exportName(shelf, question, 'csv')).to.equal('shelves.csv');
    const old = [{ name: 'built', op: 'lt', val: '1900-01-01' }];
    expect(exportName(shelf, { ...question, filter: old, search: 'x/y' }, 'csv')).to.equal(
      'shelves-built-lt-1900-01-01-x-y.csv',
    );
    expect(exportName(shelf, { ...question, search: 'long '.repeat(99) }, 'csv')).to.have.length(84);
  });

  it('carries filter, search and order into lists and files', () => {
    const sort = [{ path: 'built', descending: true }];
    const question = { ...emptyQuestion('shelf'), filter, sort, search: 'x' };
    const parameters = new URLSearchParams(exportPath(shelf, question, 'csv').split('?')[1]);
    expect(JSON.parse(required(parameters.get('filter') ?? undefined))).to.deep.equal([
      ...filter,
      {
        or: [
          { name: 'secret', op: 'ilike', val: '%x%' },
          { name: 'hint', op: 'ilike', val: '%x%' },
        ],
      },
    ]);
    expect(parameters.get('sort')).to.equal('-built');
    expect(exportPath(shelf, question, 'csv')).to.match(/^\/export\/shelves\.csv\?/u);
    expect(listPath(api, shelf, question)).to.contain('&sort=-built&');
  });

  it('counts without reading', () => {
    expect(countPath(shelf, [])).to.equal('/shelves?page[size]=1&fields[shelf]=');
  });

  it('searches literally, and by identifier when a number is typed', () => {
    expect(searchFilter(book, ' 50%_\\ ')).to.deep.equal({ name: 'isbn', op: 'ilike', val: '%50\\%\\_\\\\%' });
    expect(searchFilter(book, '7')).to.deep.equal({
      or: [
        { name: 'isbn', op: 'ilike', val: '%7%' },
        { name: 'id', op: 'eq', val: '7' },
      ],
    });
    expect(searchFilter(book, '  ')).to.equal(undefined);
  });

  it('asks for candidates with their label and the way back, those linked to nothing first', () => {
    const [books] = relationshipsOf(shelf);
    const end = { resource: shelf, id: undefined, relationship: required(books) };
    expect(candidatesPath(api, book, end, '')).to.equal(
      '/books?sort=-shelf__id&page[size]=8&include=shelf&fields[book]=isbn,shelf&fields[shelf]=title',
    );
    expect(candidatesPath(api, book, { ...end, id: '7' }, '')).to.contain(
      'filter=[{"not":{"name":"shelf","op":"eq","val":"7"}}]&',
    );
    const small = { ...api, limits: { ...api.limits, maxPageSize: 5 } };
    expect(candidatesPath(small, book, end, '')).to.contain('page[size]=5&');
  });

  it('leaves out candidates of a many-to-many relationship that are already linked, and does not request their inverse', () => {
    const end = { resource: topic, id: '7', relationship: relationship(topic, 'tags') };
    expect(candidatesPath(api, tag, end, '')).to.equal(
      '/tags?filter=[{"not":{"name":"topics","op":"eq","val":"7"}}]&page[size]=8&fields[tag]=name',
    );
  });

  it('requests all fields of a type that refers to itself', () => {
    expect(listPath(api, topic, emptyQuestion('topic'))).to.equal(
      '/topics?page[size]=20&include=parent,children,tags&fields[tag]=name',
    );
    const parents = { ...emptyQuestion('topic'), columns: ['parent'] };
    expect(listPath(api, topic, parents)).to.equal('/topics?page[size]=20&include=parent&fields[topic]=parent,name');
  });

  it('encodes values so that they arrive as they are', () => {
    const values = ['a b', 'a+b', 'a&b=c', '50%', '#', 'é', "it's", '\\', '<>', '\n', '"', '{[|]}', '\ud800'];
    for (const value of values) {
      const url = new URL(pathWith('/x', [['q', value]]), 'http://localhost');
      expect(url.searchParams.get('q'), value).to.equal(value.toWellFormed());
      expect(url.hash).to.equal('');
    }
  });

  it('sends a long filter as QUERY, unchanged', () => {
    const values = Array.from({ length: 400 }, (_, index) => `${index}?a b+&"ü`);
    const long = [{ name: 'secret', op: 'in_', val: values }];
    const url = `http://localhost${countPath(shelf, long)}`;
    const query = required(queryFor(url));
    expect(query).to.include({ method: 'QUERY', url: 'http://localhost/shelves' });
    expect([...new URLSearchParams(query.body)]).to.deep.equal([...new URL(url).searchParams]);
    expect(JSON.parse(required(new URLSearchParams(query.body).get('filter') ?? undefined))).to.deep.equal(long);
    expect(queryFor(`http://localhost${countPath(shelf, filter)}`)).to.equal(undefined);
  });
});

describe('explorer: curl', () => {
  it('says the same to a shell', () => {
    const url = 'http://localhost/shelves?filter=[{"val":"it\'s $HOME `x` \\\\ "}]';
    const body = '{"data":{"title":"it\'s"}}';
    const headers = { 'If-Match': '"it\'s"', 'Content-Type': 'application/vnd.api+json' };
    const command = curlCommand({ method: 'PATCH', url, headers, body });
    const said = execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], { encoding: 'utf8' });
    expect(said.split('\n')).to.deep.equal([
      '-g',
      '-X',
      'PATCH',
      url,
      '-H',
      'If-Match: "it\'s"',
      '-H',
      'Content-Type: application/vnd.api+json',
      '-d',
      body,
      '',
    ]);
    expect(curlCommand({ method: 'GET', url: 'http://localhost/', headers: {}, body: undefined })).to.equal(
      "curl -g 'http://localhost/'",
    );
    const query = queryFor(`http://localhost/shelves?filter[title]=${'%27'.repeat(1400)}`);
    expect(curlCommand(required(query))).to.equal(
      `curl -g -X QUERY 'http://localhost/shelves' -H 'Content-Type: application/x-www-form-urlencoded' -d 'filter[title]=${'%27'.repeat(1400)}'`,
    );
  });

  it('requests only headers with HEAD, and does not buffer a stream', () => {
    const request = { method: 'GET', url: 'http://localhost/', headers: {}, body: undefined };
    expect(curlCommand({ ...request, method: 'HEAD' })).to.equal("curl -g -I 'http://localhost/'");
    expect(curlCommand({ ...request, headers: { Accept: 'text/event-stream' } })).to.equal(
      "curl -g -N 'http://localhost/' -H 'Accept: text/event-stream'",
    );
  });
});
