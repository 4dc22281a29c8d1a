// The limits of requests and responses, a part of the table of all settings.
import { GREATEST_FILTER_LIMITS as most } from '#adapters/http/api/limits';
import { setting, wholeNumber } from './parse-setting.ts';

const ANY = Number.MAX_SAFE_INTEGER;

export const limitSettings = {
  maxUrlBytes: setting(
    'MAX_URL_BYTES',
    wholeNumber(256, 1_048_576),
    16_384,
    'maximum size of the request target, in bytes; otherwise 414',
  ),
  maxHeaderBytes: setting(
    'MAX_HEADER_BYTES',
    wholeNumber(1024, 1_048_576),
    16_384,
    'maximum size of the request headers, in bytes; otherwise 431',
  ),
  maxBodyBytes: setting(
    'MAX_BODY_BYTES',
    wholeNumber(1, 1_073_741_824),
    1_048_576,
    'maximum size of the request body, in bytes; otherwise 413',
  ),
  maxLinkages: setting(
    'MAX_LINKAGES',
    wholeNumber(1, ANY),
    10_000,
    'maximum number of resource identifiers in a request body; otherwise 413',
  ),
  maxOperations: setting(
    'MAX_OPERATIONS',
    wholeNumber(1, 10_000),
    100,
    'maximum number of [atomic operations](api.md#atomic-operations) in a request; otherwise 413',
  ),
  maxCascade: setting(
    'MAX_CASCADE',
    wholeNumber(1, 1_000_000),
    10_000,
    'maximum number of other resources that a deletion may delete; otherwise 409',
  ),
  maxFilterLevels: setting(
    'MAX_FILTER_LEVELS',
    wholeNumber(1, most.maxFilterLevels),
    10,
    'maximum depth of a filter; otherwise 400',
  ),
  maxFilterObjects: setting(
    'MAX_FILTER_OBJECTS',
    wholeNumber(1, most.maxFilterObjects),
    100,
    'maximum number of filter objects in a request; otherwise 400',
  ),
  maxListValues: setting(
    'MAX_LIST_VALUES',
    wholeNumber(1, most.maxListValues),
    1000,
    'maximum number of values of an `in_` or `notin_`; otherwise 400',
  ),
  maxIncludeNames: setting(
    'MAX_INCLUDE_NAMES',
    wholeNumber(1, 100),
    5,
    'maximum number of names in an `include` or `sort` path; otherwise 400',
  ),
  maxIncluded: setting(
    'MAX_INCLUDED',
    wholeNumber(1, 1_000_000),
    10_000,
    'maximum number of included resources in a response other than a list; otherwise 400',
  ),
} as const;
