import { JsonApiError } from '@jsonapi-person-computer/client';
import { expect } from 'chai';
import { ConfigError } from '#composition/config/config';
import { denialOf } from '../../../../src/cli/http/access.ts';
import type { ServiceToken } from '../../../../src/cli/http/service-token.ts';

function denial(status: number, body: unknown, variable?: ServiceToken['variable']): string | undefined {
  const error = new JsonApiError(new Response(null, { status }), body);
  return denialOf(error, 'POST /persons', variable === undefined ? undefined : { variable, token: 'SECRET' });
}

const expired = { errors: [{ code: 'invalid-token', detail: 'The token is expired' }] };

describe('What is said where access is denied', () => {
  for (const [what, sentence, given] of [
    [
      'without a token',
      'the service requires a token (401); set SERVICE_TOKEN, or SERVICE_TOKEN_FILE to a file with one',
      denial(401, '<h1>Unauthorized</h1>'),
    ],
    [
      'with a wrong token',
      'the service does not accept the token (401: The token is expired); set SERVICE_TOKEN to a valid one',
      denial(401, expired, 'SERVICE_TOKEN'),
    ],
    [
      'with a wrong token in a file',
      'the service does not accept the token (401: The token is expired); put a valid one into the file of SERVICE_TOKEN_FILE',
      denial(401, expired, 'SERVICE_TOKEN_FILE'),
    ],
    [
      'for what is not allowed',
      'the service does not allow POST /persons (403: reader may not create person); set SERVICE_TOKEN to a token that may do this',
      denial(403, { errors: [{ code: 'forbidden', detail: 'reader may not create person' }] }, 'SERVICE_TOKEN'),
    ],
  ] as const)
    it(`is what to do ${what}`, () => {
      expect(given).to.equal(sentence);
    });

  it('includes only one reason, although a denied list has one for each record', () => {
    const row = { code: 'forbidden', detail: 'not this one', meta: { row: 'outcome' } };
    const denied = { code: 'forbidden', detail: 'reader may not create person' };
    expect(denial(403, { errors: [row, denied, denied] })).to.include(
      '(403: reader may not create person, and 2 more);',
    );
  });

  it('is why the token cannot be read', () => {
    const error = new ConfigError(['SERVICE_TOKEN_FILE names an empty file']);
    expect(denialOf(error, 'POST /persons', undefined)).to.equal('SERVICE_TOKEN_FILE names an empty file');
  });

  it('is nothing where the record may be the reason, or something else', () => {
    expect(denial(403, { errors: [{ code: 'client-id-forbidden', detail: 'leave "id" out' }] })).to.equal(undefined);
    const error = { code: 'forbidden', source: { pointer: '/data' } };
    expect(denial(403, { errors: [{ ...error, meta: { row: 'outcome' } }] })).to.equal(undefined);
    expect(denial(403, { errors: [error] })).to.include('does not allow');
    expect(denial(403, '<h1>Forbidden</h1>')).to.equal(undefined);
    expect(denial(422, expired)).to.equal(undefined);
    expect(denialOf(new TypeError('defect'), 'POST /persons', undefined)).to.equal(undefined);
  });
});
