import { expect } from 'chai';
import { uniteSchemas, usedComponents } from '#adapters/http/openapi/components';

const ref = (place: string): { readonly $ref: string } => ({ $ref: `#/components/${place}` });

describe('usedComponents', () => {
  it('keeps what is referred to, directly or through others, and nothing else', () => {
    const all = {
      schemas: {
        A: { items: ref('schemas/B') },
        B: { items: ref('schemas/A') },
        C: {},
        D: { items: ref('schemas/C') },
      },
      headers: { H: {}, A: {} },
    };
    expect(usedComponents(all, [{ schema: ref('schemas/A') }, ref('headers/H')])).to.deep.equal({
      schemas: { A: all.schemas.A, B: all.schemas.B },
      headers: { H: {} },
    });
  });
});

describe('uniteSchemas', () => {
  it('refuses two schemas with the same name', () => {
    expect(() => uniteSchemas({ Link: {}, Person: {} }, { Room: {}, Link: {} })).to.throw('two schemas called Link;');
  });
});
