import { expect } from 'chai';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';

/** Expects pages of any size, from both ends, to show the whole list at a path with parameters, of at least five items. */
export async function expectWalks(client: ApiClient, path: string): Promise<void> {
  const whole = await client.get(`${path}&page[size]=0`);
  expect(whole.document.data, whole.text).to.have.length.above(4);
  for (const size of [1, 3, 100])
    for (const [end, step] of [
      ['page[after]=', 'next'],
      ['page[before]=', 'prev'],
    ] as const) {
      const pages = await follow(client, `${path}&page[size]=${size}&${end}`, step);
      const data = pages.flatMap(({ document }) => document.data as object[]);
      expect(data.map((item) => ({ ...item, meta: undefined }))).to.deep.equal(
        (whole.document.data as object[]).map((item) => ({ ...item, meta: undefined })),
      );
      for (const { document } of pages)
        expect(document.meta).to.deep.equal({ count: data.length, page: { total: data.length } });
    }
}

/** The pages from a path on, in list order. */
async function follow(client: ApiClient, path: string, step: 'next' | 'prev'): Promise<readonly ApiResponse[]> {
  const pages: ApiResponse[] = [];
  for (let at: string | null = path; at !== null;) {
    const response: ApiResponse = await client.get(at);
    expect(response.status, response.text).to.equal(200);
    pages.push(response);
    at = response.document.links[step];
  }
  return step === 'next' ? pages : pages.toReversed();
}

export function idsOf({ document }: ApiResponse): readonly string[] {
  return (document.data as readonly { id: string }[]).map(({ id }) => id);
}

export function cursorsOf({ document }: Pick<ApiResponse, 'document'>): readonly string[] {
  return (document.data as readonly { meta: { page: { cursor: string } } }[]).map(({ meta }) => meta.page.cursor);
}
