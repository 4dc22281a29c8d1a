import { expect } from 'chai';
import { resources } from '#test/support/model';
import { startProcess } from '../../support/service-process.ts';

describe('The model of a process', () => {
  it('is the one that its condition names', () => {
    expect(Object.keys(resources)).to.deep.equal(['author', 'book', 'book_copy', 'category', 'loan', 'member']);
  });

  it('is that of its child processes', async () => {
    const service = startProcess({ DATABASE_URL: 'memory:' });
    try {
      const answer = await fetch(await service.listening);
      expect(await answer.json()).to.have.nested.property('meta.name', 'library');
    } finally {
      await service.kill();
    }
  });
});
