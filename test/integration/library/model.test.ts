import { expect } from 'chai';
import { apiConfig } from '#composition/api-config';
import { readConfig } from '#composition/config/config';
import { resources } from '#test/support/model';
import { startProcess } from '../../support/service-process.ts';
import '../../unit/adapters/http/api/resources-in-full.test.ts';

describe('The served model', () => {
  it('is the one that RESOURCES names', () => {
    expect(Object.keys(resources)).to.include.members(['author', 'book_copy']);
  });

  it('is part of its entity tags', () => {
    expect(apiConfig(readConfig({})).service)
      .to.have.property('model')
      .with.length(22);
  });

  it('is inherited by child processes', async () => {
    const service = startProcess({ DATABASE_URL: 'memory:' });
    try {
      const answer = await fetch(await service.listening);
      expect(await answer.json()).to.have.nested.property('meta.name', 'library');
    } finally {
      await service.kill();
    }
  });
});
