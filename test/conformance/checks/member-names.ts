import { expect } from 'chai';
import { check, checkLast, expectStatus, type Check, type Checks } from '../check.ts';
import { memberNames } from '../documents.ts';

/** Globally allowed characters; also hyphen, underscore and space, except at the ends. */
export const MEMBER_NAME = /^[a-zA-Z0-9\u0080-\uffff]([-_ a-zA-Z0-9\u0080-\uffff]*[a-zA-Z0-9\u0080-\uffff])?$/;
export const ALLOWED_CHARACTERS = /^[-_ a-zA-Z0-9\u0080-\uffff]*$/;
export const ALLOWED_ENDS = /^[a-zA-Z0-9\u0080-\uffff](.*[a-zA-Z0-9\u0080-\uffff])?$/;
export const URL_SAFE = /^[-_a-zA-Z0-9]*$/;
export const RESERVED = /[+,.[\]!"#$%&'()*/:;<=>?@\\^`{|}~]/;

export const memberNameRules: Checks = {
  'member-name-character#1': everyName('has no empty member name', (name) => name.length > 0),

  'member-name-allowed-characters-only#1': everyName('has only allowed characters in member names', (name) =>
    ALLOWED_CHARACTERS.test(name),
  ),

  'member-name-globally-allowed#1': everyName('starts and ends member names with a letter or digit', (name) =>
    ALLOWED_ENDS.test(name),
  ),

  'member-name-url-safe#1': everyName('has only URL-safe characters in member names', (name) => URL_SAFE.test(name)),

  'member-name-allowed-characters#1': check(
    'accepts any globally allowed character in member names',
    async (session) => {
      const surplus = { größe: 1, Ключ: 2, 'with-hyphen_0 Z': 3, 名前: 4 };
      const data = { type: 'person', attributes: { name: 'x' }, ...surplus };
      expectStatus(await session.post('/persons', { data, ...surplus }), 201);
    },
  ),

  'member-name-reserved-characters#1': everyName(
    'has no reserved character in member names',
    (name) => !RESERVED.test(name),
  ),
};

/** A check of every member name in the documents of the run. */
export function everyName(name: string, isValid: (memberName: string) => boolean): Check {
  return checkLast(name, (session) => {
    const names = new Set(session.withDocument().flatMap(({ response }) => memberNames(response.document)));
    expect(names.size).to.be.above(0);
    expect([...names].filter((each) => !isValid(each))).to.deep.equal([]);
  });
}
