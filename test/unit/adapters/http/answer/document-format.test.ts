import { expect } from 'chai';
import { formatOf, profileHeaders } from '#adapters/http/answer/document-format';
import { resources } from '#test/support/model';
import { CURSOR_PROFILE, INCLUDED_PROFILE } from '#adapters/http/api/media-types';
import { cursorCodec, type Cursors } from '#adapters/http/request/query/cursors';
import type { Read } from '#adapters/http/request/read';
import { parse, type QueryOptions } from '../../../../support/parse-query.ts';

const JSON_API = 'application/vnd.api+json';

/** A read by a client that asks for the given profiles. */
function readOf(
  text: string,
  options: QueryOptions,
  { included, cursors }: { included: boolean; cursors: boolean },
): Read {
  const codec = cursorCodec('secret', resources);
  const known: Cursors = { codec, isNegotiated: cursors };
  return { ...parse(text, options), asksForIncluded: included, cursors: known };
}

describe('The format of a document', () => {
  const [detail, route, list]: readonly QueryOptions[] = [
    { scope: 'resource' },
    { scope: 'linkage' },
    { scope: 'list' },
  ];
  const bound = 'page[computers][size]=1';
  const both = { included: true, cursors: true };
  const cases: readonly (readonly [
    text: string,
    options: QueryOptions | undefined,
    asks: { included: boolean; cursors: boolean },
    ...profiles: readonly string[],
  ])[] = [
    ['', detail, both],
    [bound, detail, both, INCLUDED_PROFILE],
    [bound, detail, { included: false, cursors: true }],
    ['page[computers][size]=0', detail, both],
    [`${bound}&fields[person]=`, detail, both, INCLUDED_PROFILE],
    ['', route, both],
    ['sort=id', route, both, INCLUDED_PROFILE],
    ['page[size]=1', route, both, INCLUDED_PROFILE, CURSOR_PROFILE],
    ['page[size]=1', route, { included: true, cursors: false }, INCLUDED_PROFILE],
    ['page[after]=', list, both, CURSOR_PROFILE],
    [`page[after]=&${bound}`, list, both, INCLUDED_PROFILE, CURSOR_PROFILE],
    [`page[number]=1&${bound}`, list, both, INCLUDED_PROFILE],
    [`page[after]=&${bound}`, list, { included: false, cursors: false }],
  ];
  for (const [text, options = {}, asks, ...profiles] of cases)
    it(`names ${profiles.length} profiles for "${text}" of ${options.scope ?? ''}, asked for ${JSON.stringify(asks)}`, () => {
      const read = readOf(text, options, asks);
      const mediaType = `${JSON_API};profile="${profiles.join(' ')}"`;
      expect(formatOf(read)).to.deep.equal(
        profiles.length === 0
          ? { mediaType: JSON_API, jsonapi: { version: '1.0' } }
          : { mediaType, jsonapi: { version: '1.1', profile: profiles } },
      );
      expect(profileHeaders(read)).to.deep.equal(
        profiles.length === 0 ? {} : { headers: { 'Content-Type': mediaType } },
      );
    });
});
