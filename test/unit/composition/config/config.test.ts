import { expect } from 'chai';
import { ConfigError, readConfig } from '#composition/config/config';

describe('The configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).to.include({ port: 3000, host: '127.0.0.1', poolWaitMillis: 2000 });
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).to.deep.equal(readConfig({}));
  });

  it('reports every invalid variable at once, by name', () => {
    const read = (): unknown =>
      readConfig({ PORT: '65536', ALLOW_UNPAGED: 'yes', MIGRATE: 'maybe', MAX_PAGE_SIZE: '0' });
    expect(read).to.throw(ConfigError, /^PORT .*; MIGRATE .*; MAX_PAGE_SIZE .*; ALLOW_UNPAGED .*$/);
  });

  it('takes replicas one by one, whatever is asked of the primary', () => {
    const read = (urls: string) =>
      readConfig({
        DATABASE_URL: 'postgres://ada@a,b/app',
        PGTARGETSESSIONATTRS: 'primary',
        DATABASE_REPLICA_URLS: urls,
      });
    expect(read('postgres://ada@a/app').replicas.map(({ target }) => target)).to.deep.equal(['any']);
    expect(() => read('postgres://ada@a,b/app')).to.throw(ConfigError, /DATABASE_REPLICA_URLS .*one host each/);
  });

  const refused: readonly (readonly [name: string, value: string])[] = [
    ['PORT', '3000x'],
    ['PORT', '-1'],
    ['PORT', '1e3'],
    ['KEEP_ALIVE_MS', '0'],
    ['POOL_SIZE', '1'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'memory'],
    ['MIGRATE_DATABASE_URL', 'mysql://localhost/x'],
    ['PUBLIC_URL', 'api.example.org'],
    ['PUBLIC_URL', 'https:api.example.org'],
    ['PUBLIC_URL', 'ftp://api.example.org'],
    ['PUBLIC_URL', 'https://api.example.org/?x=1'],
    ['PUBLIC_URL', 'https://api.example.org/ x'],
    ['LOG_LEVEL', 'loud'],
    ['COUNTS', 'some'],
  ];
  for (const [name, value] of refused)
    it(`refuses ${name}=${value}`, () => {
      expect(() => readConfig({ [name]: value })).to.throw(ConfigError, new RegExp(`^${name} must be `));
    });

  it('recognizes a port that Kubernetes sets', () => {
    expect(() => readConfig({ ADMIN_PORT: 'tcp://10.0.0.1:80' })).to.throw(ConfigError, 'enableServiceLinks: false');
  });

  it('takes COUNTS=scan for a server only, and says why', () => {
    const read = (url: string) => readConfig({ DATABASE_URL: url, COUNTS: 'scan' });
    expect(read('postgres://localhost/x').counts).to.equal('scan');
    expect(() => read('')).to.throw(
      ConfigError,
      'COUNTS must be kept, because the embedded database can have triggers',
    );
    expect(() => read('memory:')).to.throw(ConfigError, 'COUNTS must be kept, because memory needs no triggers');
  });
});
