import { expect } from 'chai';
import clientJson from '../../../client/package.json' with { type: 'json' };
import packageJson from '../../../package.json' with { type: 'json' };
import { everyDocument, readDocument } from '../../docs/documents.ts';

const OF_THE_CLIENT: readonly string[] = ['docs/client.md', 'client/README.md'];
const OF_THE_SERVICE = [...everyDocument(), 'src/require-type-stripping.js'].filter(
  (document) => !OF_THE_CLIENT.includes(document),
);

describe('The version of Node in words', () => {
  for (const [whose, documents, { engines }] of [
    ['the service', OF_THE_SERVICE, packageJson],
    ['the client', OF_THE_CLIENT, clientJson],
  ] as const)
    it(`is that of \`engines\`, for ${whose}`, () => {
      const stated = documents.flatMap((document) =>
        [...readDocument(document).matchAll(/Node(?:\.js)? (\d[\d.]*) (?:or|and) (?:newer|later)/g)].map(
          ([, version = '']) => `>=${version}`,
        ),
      );
      expect(stated).to.have.length.above(1);
      expect(new Set(stated)).to.deep.equal(new Set([engines.node]));
    });
});

describe('The version of Node that npm installs', () => {
  it('is that of the image', () => {
    const [image] = /(?<=FROM node:)[\d.]+/.exec(readDocument('deploy/Dockerfile')) ?? [];
    expect(new Set(Object.values(packageJson.optionalDependencies))).to.deep.equal(new Set([image]));
  });
});
