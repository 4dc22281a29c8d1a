import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf } from './expect-errors.ts';

/** The table of persons has a column that is not of the type. */
export function describeHiddenColumn({ client }: ApiUnderTest): void {
  it('Attributes treat a hidden column like an unknown name', async () => {
    const send = (name: string): Promise<ApiResponse> =>
      client.post('/persons', { data: { type: 'person', attributes: { name: 'Ada', [name]: 'x' } } });
    const [hidden, unknown] = [await send('password'), await send('zqxjkvwy')];
    expect(hidden.text.replaceAll('password', 'zqxjkvwy')).to.equal(unknown.text);
    for (const near of ['pasword', 'passwords', 'Password'])
      expect(
        detailsOf(await send(near))
          .join()
          .replaceAll(near, ''),
      ).not.to.contain('password');
  });
}
