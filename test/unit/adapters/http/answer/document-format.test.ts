import { expect } from 'chai';
import { formatOf, profileHeaders } from '#adapters/http/answer/document-format';
import { resources } from '#test/support/model';
import { CURSOR_PROFILE, INCLUDED_PROFILE, plainDialect, type JsonApiDialect } from '#adapters/http/api/media-types';
import { cursorCodec, type Cursors } from '#adapters/http/request/query/cursors';
import type { Read } from '#adapters/http/request/read';
import { parse, type QueryOptions } from '../../../../support/parse-query.ts';

const JSON_API = 'application/vnd.api+json';

function readOf(text: string, options: QueryOptions, dialect: JsonApiDialect): Read {
  const codec = cursorCodec('secret', resources);
  const known: Cursors = { codec, isNegotiated: dialect.cursors };
  return { ...parse(text, options), dialect, cursors: known };
}

describe('The format of a document', () => {
  const [detail, route, list]: readonly QueryOptions[] = [
    { scope: 'resource' },
    { scope: 'linkage' },
    { scope: 'list' },
  ];
  const bound = 'page[computers][size]=1';
  const cases: readonly (readonly [text: string, options: QueryOptions | undefined, ...profiles: readonly string[]])[] =
    [
      ['', detail],
      [bound, detail, INCLUDED_PROFILE],
      ['page[computers][size]=0', detail],
      [`${bound}&fields[person]=`, detail, INCLUDED_PROFILE],
      ['', route],
      ['sort=id', route, INCLUDED_PROFILE],
      ['page[size]=1', route, INCLUDED_PROFILE, CURSOR_PROFILE],
      ['page[after]=', list, CURSOR_PROFILE],
      [`page[after]=&${bound}`, list, INCLUDED_PROFILE, CURSOR_PROFILE],
      [`page[number]=1&${bound}`, list, INCLUDED_PROFILE],
    ];
  for (const [text, options = {}, ...profiles] of cases) {
    it(`names ${profiles.length} profiles for "${text}" of ${options.scope ?? ''} in JSON:API 1.1, even if not asked for`, () => {
      for (const isAsked of [true, false]) {
        const read = readOf(text, options, { version: '1.1', cursors: isAsked });
        const mediaType = profiles.length === 0 ? JSON_API : `${JSON_API};profile="${profiles.join(' ')}"`;
        const profile = profiles.length === 0 ? {} : { profile: profiles };
        expect(formatOf(read)).to.deep.equal({ mediaType, jsonapi: { version: '1.1', ...profile } });
        expect(profileHeaders(read)).to.deep.equal(
          profiles.length === 0 ? {} : { headers: { 'Content-Type': mediaType } },
        );
      }
    });

    it(`names no profile for "${text}" of ${options.scope ?? ''} in JSON:API 1.0`, () => {
      const read = readOf(text, options, plainDialect);
      expect(formatOf(read)).to.deep.equal({ mediaType: JSON_API, jsonapi: { version: '1.0' } });
      expect(profileHeaders(read)).to.deep.equal({});
    });
  }
});
