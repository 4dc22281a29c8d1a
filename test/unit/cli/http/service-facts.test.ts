import { expect } from 'chai';
import { readSubject } from '../../../../src/cli/http/service-facts.ts';

describe('Who calls a service', () => {
  it('is what its root document says, if it does', () => {
    const actor = { subject: 'key:ci', role: 'editor', may: {} };
    expect(readSubject(JSON.stringify({ jsonapi: {}, meta: { actor } }))).to.equal('key:ci');
    expect(readSubject('{"jsonapi":{},"meta":{}}')).to.equal(null);
    expect(readSubject('{"jsonapi":{}}')).to.equal(null);
  });

  it('is not read from what is no document', () => {
    expect(() => readSubject('<p>"jsonapi"</p>')).to.throw('the root document of the service is cut short or not JSON');
  });
});
