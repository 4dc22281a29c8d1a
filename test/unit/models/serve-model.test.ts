import { expect } from 'chai';

const { serveModel } = await import('../../../src/models/serve-model.js');

describe('serveModel', () => {
  const refused: Readonly<Record<string, readonly [words: string[], environment: NodeJS.ProcessEnv, message: string]>> =
    {
      'an option without a folder': [['--resources'], {}, "option '--resources <folder>' argument missing"],
      'an option with an empty value': [['--resources='], {}, "option '--resources <folder>' argument missing"],
      'an option that npm has consumed': [[], { npm_config_resources: 'true' }, 'npm start -- --resources FOLDER'],
    };
  for (const [what, [words, environment, message]] of Object.entries(refused))
    it(`refuses ${what}`, () => {
      expect(() => serveModel(words, environment)).to.throw(message);
    });

  it('refuses a second model in one process', () => {
    serveModel([], {});
    const words = ['serve', '--resources', 'x', 'y'];
    expect(() => serveModel(words, {})).to.throw('this process serves the default model, so it cannot serve');
    expect(words).to.deep.equal(['serve', 'y']);
  });
});
