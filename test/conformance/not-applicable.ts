// The statements that this service can neither meet nor violate, by key, with the reasons.

const CLIENT = 'applies to clients';
const NO_CLIENT_IDS = 'the service rejects client-generated ids with 403';
const SYNCHRONOUS = 'the service completes every request before it responds';
const ALLOWS_REPLACEMENT = 'the service allows full replacement of to-many relationships';
const RETURNS_RESOURCE = 'the service responds to every update with the updated resource, never with meta only';
const SORTS_ALL = 'every sort can be paged';
const NO_RANGES = 'the service does not support range pagination';
const EXACT_TOTAL = 'the service counts exactly, or not at all';
/** The reasons of all options that the service does not use begin with this. */
export const NOT_USED = 'an option the service does not use';
const ASSIGNS_IDS = 'the service assigns every id, so it changes every new resource';
const EXTENSION_AUTHORS = 'applies to authors of extensions';
const PROFILE_AUTHORS = 'applies to authors of profiles';

/** For runs in JSON:API 1.0. */
export const notApplicable: Readonly<Record<string, string>> = {
  'request-content-type#1': CLIENT,
  'request-accept#1': CLIENT,
  'response-ignore-parameters#1': CLIENT,
  'json-api-meta#1': `${NOT_USED}: jsonapi has no meta`,
  'create-accept-client-generated-ids#1': `${NOT_USED}: ${NO_CLIENT_IDS}`,
  'create-client-generated-ids-key#1': NO_CLIENT_IDS,
  'create-client-generated-ids-uuid#1': `${CLIENT}; also, ${NO_CLIENT_IDS}`,
  'create-responses-202#1': SYNCHRONOUS,
  'create-responses-204#1': NO_CLIENT_IDS,
  'create-responses-409-exists#1': NO_CLIENT_IDS,
  'update-resource-relationship-reject-full-replacement#1': `${NOT_USED}: ${ALLOWS_REPLACEMENT}`,
  'update-resource-relationship-reject-full-replacement-response#1': ALLOWS_REPLACEMENT,
  'update-resource-202-status#1': SYNCHRONOUS,
  'update-resource-200-meta#1': RETURNS_RESOURCE,
  'update-resource-200-meta-representation#1': RETURNS_RESOURCE,
  'update-resource-403-status#1':
    'the service supports updates of every resource and relationship; invalid values get 422',
  'updating-relationship-202-status#1': SYNCHRONOUS,
  'updating-relationship-200-meta#1': RETURNS_RESOURCE,
  'updating-relationship-200-meta-content#1': RETURNS_RESOURCE,
  'updating-relationship-403-status#1': 'the service supports every kind of relationship update',
  'delete-202-status#1': SYNCHRONOUS,
  'delete-204-status#1': 'the service responds to every deletion with content: 200 and meta',
  'atomic-create-client-id': `${NOT_USED}: ${NO_CLIENT_IDS}`,
  'atomic-update-204': `${NOT_USED}: an update always returns the resource`,
  'cursor-reject-sort': `${NOT_USED}: ${SORTS_ALL}`,
  'cursor-reject-sort-error': SORTS_ALL,
  'cursor-snapshot': `${NOT_USED}: a cursor is a position, the same for every client`,
  'cursor-range-size': NO_RANGES,
  'cursor-range-data': NO_RANGES,
  'cursor-range-truncated': NO_RANGES,
  'cursor-estimated-total': `${NOT_USED}: ${EXACT_TOTAL}`,
  'cursor-estimated-total-object': EXACT_TOTAL,
  'cursor-best-guess': `${NOT_USED}: ${EXACT_TOTAL}`,
  'cursor-best-guess-integer': EXACT_TOTAL,
  'cursor-unsupported-sort-status': SORTS_ALL,
  'cursor-unsupported-sort-document': SORTS_ALL,
};

/** For runs in JSON:API 1.1: the statements that 1.0 lacks. */
export const notApplicableIn11: Readonly<Record<string, string>> = {
  'negotiation-client-ignore-parameters': CLIENT,
  'negotiation-client-accept-ext': CLIENT,
  'negotiation-client-accept-profile': CLIENT,
  'links-relation-type': CLIENT,
  'error-pointer-ignore': CLIENT,
  'negotiation-uri-documentation':
    'applies to authors of extensions and profiles; the URI of Included Sets is a URN, and its text is in the documentation',
  'extension-rules-restrictions': EXTENSION_AUTHORS,
  'extension-rules-object-members': EXTENSION_AUTHORS,
  'extension-rules-no-weakening': EXTENSION_AUTHORS,
  'extension-rules-document-members': EXTENSION_AUTHORS,
  'extension-rules-query-parameters': EXTENSION_AUTHORS,
  'extension-namespace': EXTENSION_AUTHORS,
  'extension-namespace-conditions': EXTENSION_AUTHORS,
  'extension-namespace-character': EXTENSION_AUTHORS,
  'extension-namespace-allowed-characters': EXTENSION_AUTHORS,
  'extension-namespace-one': EXTENSION_AUTHORS,
  'extension-namespace-everywhere': EXTENSION_AUTHORS,
  'extension-structure-members': EXTENSION_AUTHORS,
  'extension-structure-names': EXTENSION_AUTHORS,
  'extension-member-prefix': EXTENSION_AUTHORS,
  'extension-member-rest': EXTENSION_AUTHORS,
  'extension-query-parameter-prefix': EXTENSION_AUTHORS,
  'extension-query-parameter-rest': EXTENSION_AUTHORS,
  'profile-rules-reserved': PROFILE_AUTHORS,
  'profile-rules-query-parameters': PROFILE_AUTHORS,
  'profile-rules-no-changes': PROFILE_AUTHORS,
  'profile-rules-open-parameters': PROFILE_AUTHORS,
  'link-object-rel': `${NOT_USED}: link objects have no rel`,
  'link-object-hreflang': `${NOT_USED}: link objects have no hreflang`,
  'create-responses-201-no-data': `${NOT_USED}: ${ASSIGNS_IDS}`,
  'create-responses-unchanged': ASSIGNS_IDS,
  'update-resource-200-no-data': `${NOT_USED}: it responds to every update with the updated resource`,
  'updating-relationship-200-no-data': `${NOT_USED}: it responds to every update of a relationship with the linkage`,
  'error-about': `${NOT_USED}: errors have no about`,
};
