// Member names in JSON:API 1.1. Its rules exempt members of extensions, which have a namespace.
import { type Check, type Checks } from '../check.ts';
import { ALLOWED_CHARACTERS, ALLOWED_ENDS, MEMBER_NAME, RESERVED, URL_SAFE, everyName } from './member-names.ts';

const NAMESPACE = /^[a-zA-Z0-9]+:/;

export const ownMemberNames: Checks = {
  'member-name-conditions': everyName('has only valid member names, also after a namespace', (name) =>
    MEMBER_NAME.test(name.replace(NAMESPACE, '')),
  ),

  'member-name-own-characters': everyOwnName('has only allowed characters in member names', (name) =>
    ALLOWED_CHARACTERS.test(name),
  ),

  'member-name-own-ends': everyOwnName('starts and ends member names with a letter or digit', (name) =>
    ALLOWED_ENDS.test(name),
  ),

  'member-name-own-url-safe': everyOwnName('has only URL-safe characters in member names', (name) =>
    URL_SAFE.test(name),
  ),

  'member-name-own-reserved': everyOwnName(
    'has no reserved character and no control character in member names',
    (name) => !RESERVED.test(name) && !/\p{Cc}/u.test(name),
  ),
};

function everyOwnName(name: string, isValid: (memberName: string) => boolean): Check {
  return everyName(name, (each) => NAMESPACE.test(each) || isValid(each));
}
