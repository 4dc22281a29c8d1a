import { expect } from 'chai';
import { describeError, messageOf, reasonOf } from '#application/model/describe-error';
import { StorageOverloadedError } from '#application/model/errors';

describe('The message of an error', () => {
  it('is one line', () => {
    expect(messageOf(new Error('one\n  two '))).to.equal('one two');
    expect(messageOf('no\nerror')).to.equal('no error');
  });

  it('is that of every address of a host, if all of them refuse a connection', () => {
    const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
    const error = new Error('the database is not available', { cause: new AggregateError(refused) });
    expect(reasonOf(error)).to.equal(
      'the database is not available: connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432',
    );
  });

  it('comes with that of its cause, if it has one', () => {
    expect(reasonOf(new Error('effect', { cause: new Error('reason') }))).to.equal('effect: reason');
    expect(reasonOf(new Error('effect'))).to.equal('effect');
  });
});

describe('An error of the application in the log', () => {
  it('has the name of its class, and none of its own facts', () => {
    const described = JSON.stringify({
      ...Object(describeError(new StorageOverloadedError('streams', 'busy'))),
      stack: '',
    });
    expect(described).to.equal('{"name":"StorageOverloadedError","message":"busy","stack":""}');
  });
});
