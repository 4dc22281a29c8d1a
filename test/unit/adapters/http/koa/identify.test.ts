import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { identify } from '#adapters/http/koa/identify';
import { nobody } from '#application/model/actor';
import { AuthenticationUnavailableError, InvalidTokenError } from '#application/model/errors';
import type { Authenticator } from '#application/ports/authenticator';
import type { Observation } from '#application/ports/observation';

const accepting: Authenticator = { authenticate: async () => nobody };
const failing = (error: Error): Authenticator => ({ authenticate: () => Promise.reject(error) });
const away = new AuthenticationUnavailableError('away');

describe('The outcome of identifying the client', () => {
  for (const [outcome, authorization, authenticator, anonymous, isRequired] of [
    ['accepted', 'Bearer a', accepting, undefined, true],
    ['anonymous', undefined, accepting, 'guest', true],
    ['anonymous', undefined, accepting, 'guest', false],
    ['missing', undefined, accepting, undefined, true],
    [undefined, undefined, accepting, undefined, false],
    ['invalid', 'Bearer a', failing(new InvalidTokenError('signature')), 'guest', true],
    ['invalid', 'Basic a', accepting, undefined, true],
    ['unavailable', 'Bearer a', failing(away), undefined, true],
    [undefined, 'Bearer a', failing(new Error('a bug')), undefined, true],
  ] as const)
    it(`is reported once: ${outcome ?? 'none'} for ${authorization ?? 'no credentials'}`, async () => {
      const request = new IncomingMessage(new Socket());
      if (authorization !== undefined) request.headersDistinct = { authorization: [authorization] };
      const seen: Observation[] = [];
      const observe = (observation: Observation): void => void seen.push(observation);
      await identify(request, { authenticator, anonymous, observe }, isRequired).catch(() => undefined);
      expect(seen).to.deep.equal(outcome === undefined ? [] : [{ kind: 'identified', outcome }]);
    });
});
