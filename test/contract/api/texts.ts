import { expect } from 'chai';
import { query } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import type { OwnedResource } from './owned-resource.ts';

const unusualStrings = [
  '\uFEFFbyte order mark first',
  'e\u0301 stays decomposed',
  '\u00e9 stays composed',
  'שלום עולם',
  '\u202eright to left override',
  '  padded\t\r\n ',
  'back\\slash "quotes" \'apostrophes\' `ticks`',
  "Robert'); drop table person;--",
  '%_\\%',
  '😀👩‍👩‍👧‍👦',
  '\u200b\u200d zero width',
  '\ufffd and \uffff and \ue000',
  '\u0001\u001f\u007f\u0085',
  '${x} {{x}} <b>&amp;</b>',
  'NULL',
  '\u{10ffff}',
  'a\u2028\u2029',
];

/** Any text is stored, shown and found as it is sent. */
export function describeTexts({ client }: ApiUnderTest, items: OwnedResource): void {
  describe(`Text in ${items.plural}`, () => {
    for (const text of unusualStrings)
      it(`is stored unchanged: ${JSON.stringify(text).slice(0, 40)}`, async () => {
        const id = await items.add(client, text);
        const { document } = await client.get(`${items.path}/${id}`);
        expect(document.data).to.deep.equal(items.object(id, text));
        const found = await client.get(
          `${items.path}${query({ [`filter[${items.attribute}]`]: text, 'filter[id]': id })}`,
        );
        expect(found.document.meta).to.deep.equal({ count: 1 });
        const { document: changed } = await client.patch(`${items.path}/${id}`, {
          data: { type: items.type, id, attributes: { [items.attribute]: `${text}!` } },
        });
        expect(changed.data).to.deep.equal(items.object(id, `${text}!`));
      });
  });
}
