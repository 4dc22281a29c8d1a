import { expect } from 'chai';
import { placeIn } from '#adapters/http/handlers/changes';
import { feedTexts } from '#adapters/http/request/feed-texts';
import { PositionExpiredError } from '#application/model/errors';

const texts = feedTexts('a secret');
const place = { restart: 'ab'.repeat(16), seq: 3, told: 1, mark: '-5', within: 2 } as const;

describe('placeIn', () => {
  it('reads the place to begin at', () => {
    expect(placeIn('', texts, undefined)).to.equal(undefined);
    expect(placeIn('now', texts, undefined)).to.equal('now');
    for (const view of [undefined, 'of a role'])
      expect(placeIn(texts.writePlace(place, view), texts, view)).to.deep.equal(place);
  });

  const foreign: readonly (readonly [reason: string, text: string])[] = [
    ['other-view', texts.writePlace(place, 'of another role')],
    ['other-view', texts.writePlace(place, undefined)],
    ['other-history', feedTexts('another secret').writePlace(place, 'of a role')],
    ['other-history', 'pA'],
  ];
  for (const [reason, text] of foreign)
    it(`refuses ${text.slice(0, 5)}… because of ${reason}`, () => {
      expect(() => placeIn(text, texts, 'of a role'))
        .to.throw(PositionExpiredError)
        .with.property('reason', reason);
    });
});
