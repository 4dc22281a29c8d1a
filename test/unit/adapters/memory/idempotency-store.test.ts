import { expect } from 'chai';
import { StoredAnswers } from '#adapters/memory/idempotency-store';

const REQUEST = 'request';

describe('answers in memory', () => {
  it('give up the oldest when they become too large', () => {
    const answers = new StoredAnswers(10_000);
    for (const key of ['a', 'b', 'c']) answers.put(key, REQUEST, answerOf('x'.repeat(2500)), 60);
    answers.put('a', REQUEST, answerOf('y'.repeat(2500)), 60);
    answers.put('d', REQUEST, answerOf('x'.repeat(2500)), 60);
    expect(['a', 'b', 'c', 'd'].filter((key) => answers.find(key) !== undefined)).to.deep.equal(['a', 'c', 'd']);
  });

  it('count the memory that they take: two bytes a letter where one letter needs them, and more than their bodies', () => {
    const answers = new StoredAnswers(10_000);
    answers.put('empty', REQUEST, answerOf(undefined), 60);
    answers.put('narrow', REQUEST, answerOf('x'.repeat(8700)), 60);
    expect(answers.find('empty')).to.not.equal(undefined);
    answers.put('wide', REQUEST, answerOf(`€${'x'.repeat(4600)}`), 60);
    for (const key of ['empty', 'narrow']) expect(answers.find(key), key).to.equal(undefined);
    expect(answers.find('wide')).to.not.equal(undefined);
    answers.put('wider', REQUEST, answerOf(`€${'x'.repeat(4700)}`), 60);
    for (const key of ['wide', 'wider']) expect(answers.find(key), key).to.equal(undefined);
  });

  it('free the space of what is purged', () => {
    const answers = new StoredAnswers(10_000);
    answers.put('lasting', REQUEST, answerOf('x'.repeat(5000)), 60);
    answers.put('over', REQUEST, answerOf('x'.repeat(3700)), 0);
    expect(answers.purge(10)).to.equal(1);
    answers.put('new', REQUEST, answerOf('x'.repeat(3700)), 60);
    expect(answers.find('lasting')).to.not.equal(undefined);
  });
});

function answerOf(body: string | undefined) {
  return { status: 200, location: undefined, etag: undefined, contentType: undefined, body, viewer: undefined };
}
