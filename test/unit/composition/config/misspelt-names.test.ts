import { expect } from 'chai';
import { misspeltNames } from '#composition/config/misspelt-names';
import { settings } from '#composition/config/settings';

const meantBy = (...names: readonly string[]): readonly (string | undefined)[] =>
  names.map((name) => misspeltNames({ [name]: 'x' })[0]?.meant);

describe('Misspelt names of settings', () => {
  it('are those nearly like one', () => {
    expect(
      meantBy('DATABSE_URL', 'DATABASE_URI', 'database_url', 'LOGLEVEL', 'PROT', 'port', 'CURSOR_KEY_FIL'),
    ).to.deep.equal(['DATABASE_URL', 'DATABASE_URL', 'DATABASE_URL', 'LOG_LEVEL', 'PORT', 'PORT', 'CURSOR_KEY_FILE']);
  });

  it('are those nearly like one of the command line, too', () => {
    expect(meantBy('SERVICE_TOKN', 'SERVICE_TOKEN_FIEL')).to.deep.equal(['SERVICE_TOKEN', 'SERVICE_TOKEN_FILE']);
  });

  it('are neither settings nor what other programs read', () => {
    const own = Object.values(settings).map(({ name }) => name);
    const foreign = [
      'HOME',
      'PATH',
      'PWD',
      'PAGER',
      'PAGE',
      'SORT',
      'POST',
      'VHOST',
      'HOSTNAME',
      'NODE_ENV',
      'PGHOST',
      'PGPORT',
      'TEST_DATABASE_URL',
      'XDG_DATA_DIRS',
    ];
    for (const name of [...own, 'DATABASE_URL_FILE', 'SERVICE_TOKEN', 'SERVICE_TOKEN_FILE', ...foreign])
      expect(meantBy(name), name).to.deep.equal([undefined]);
  });
});
