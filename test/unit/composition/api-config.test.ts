import { expect } from 'chai';
import { modelDigest } from '#adapters/http/api/model-digest';
import { apiConfig } from '#composition/api-config';
import { readConfig } from '#composition/config/config';
import { resources } from '#test/support/model';

describe('The part of the model in entity tags', () => {
  it('is nothing for persons and computers, so that their tags stay valid', () => {
    expect(apiConfig(readConfig({})).service).not.to.have.property('model');
  });

  it('changes with what clients see', () => {
    const { person } = resources;
    const { name: _, ...others } = person.fields;
    const digests = [
      resources,
      { ...resources, person: { ...person, plural: 'people' } },
      { ...resources, person: { ...person, fields: others } },
    ].map(modelDigest);
    expect(new Set(digests).size).to.equal(digests.length);
    expect(modelDigest({ ...resources })).to.equal(digests[0]);
  });
});
