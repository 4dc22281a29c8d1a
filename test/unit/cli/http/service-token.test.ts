import { rmSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { ConfigError } from '#composition/config/config';
import { readServiceToken } from '../../../../src/cli/http/service-token.ts';
import { temporaryFolder } from '../../../support/service-process.ts';

describe('The token of the commands', () => {
  const folder = temporaryFolder();
  const file = `${folder.path}/token`;
  const write = (text: string): void => writeFileSync(file, text);
  after(() => {
    folder.remove();
  });

  /** The result of the function that reads the file. */
  async function given(refused?: string, found = readServiceToken({ SERVICE_TOKEN_FILE: file })): Promise<string> {
    if (typeof found?.token !== 'function') throw new Error('the token is not read from a file');
    return found.token(refused);
  }

  it('is not there where neither variable is set', () => {
    expect(readServiceToken({})).to.equal(undefined);
    expect(readServiceToken({ SERVICE_TOKEN: '', SERVICE_TOKEN_FILE: '' })).to.equal(undefined);
  });

  it('is the text of the variable', () => {
    expect(readServiceToken({ SERVICE_TOKEN: ' pc_a-b.c~d+e/f==\n' })).to.deep.equal({
      variable: 'SERVICE_TOKEN',
      token: 'pc_a-b.c~d+e/f==',
    });
  });

  it('is read from a file, and again once it is refused', async () => {
    write('first\n');
    const found = readServiceToken({ SERVICE_TOKEN_FILE: file });
    write('second\n');
    expect(await given(undefined, found)).to.equal('first');
    expect(await given('first', found)).to.equal('second');
    write('third\n');
    // Another request has replaced it meanwhile.
    expect(await given('first', found)).to.equal('second');
    expect(await given(undefined, found)).to.equal('second');
  });

  it('is read from the same file wherever the command is', async () => {
    write('first');
    const start = process.cwd();
    process.chdir(folder.path);
    try {
      const found = readServiceToken({ SERVICE_TOKEN_FILE: 'token' });
      process.chdir(start);
      write('second');
      expect(await given('first', found)).to.equal('second');
    } finally {
      process.chdir(start);
    }
  });

  const noToken = 'is not a valid token: only letters, digits and -._~+/ are allowed';
  for (const [what, text, environment, message] of [
    ['both are set', 'a', { SERVICE_TOKEN: 'b' }, 'SERVICE_TOKEN and SERVICE_TOKEN_FILE are both set'],
    ['the file is empty', ' \n', {}, 'SERVICE_TOKEN_FILE names an empty file'],
    ['the file has more than a token', 'SECRET and more', {}, `SERVICE_TOKEN_FILE ${noToken}`],
    [
      'the variable has more than one',
      '',
      { SERVICE_TOKEN_FILE: '', SERVICE_TOKEN: 'a\nb' },
      `SERVICE_TOKEN ${noToken}`,
    ],
    ['the variable is blank', '', { SERVICE_TOKEN_FILE: '', SERVICE_TOKEN: ' ' }, `SERVICE_TOKEN ${noToken}`],
  ] as const)
    it(`is refused where ${what}, without being shown`, () => {
      write(text);
      expect(() => readServiceToken({ SERVICE_TOKEN_FILE: file, ...environment })).to.throw(ConfigError, message);
    });

  it('is refused where the file cannot be read, also later', async () => {
    write('first');
    const found = readServiceToken({ SERVICE_TOKEN_FILE: file });
    rmSync(file);
    const message = /^SERVICE_TOKEN_FILE cannot be read: ENOENT/;
    expect(() => readServiceToken({ SERVICE_TOKEN_FILE: file })).to.throw(ConfigError, message);
    const error = await given('first', found).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(ConfigError).and.have.property('message').match(message);
  });
});
