// The statements that this service cannot keep or break, by key, each with the reason.

const CLIENT = 'binds the client';
const NO_CLIENT_IDS = 'the service accepts no ids made by clients; it answers them with 403';
const AT_ONCE = 'the service completes every request before it answers';
const REPLACES = 'the service allows full replacement of to-many relationships';
const REPRESENTS = 'the service answers every update with the updated resource, never with meta alone';
const NO_PARAMETERS = 'the service has no query parameters besides those of the standard';

export const notApplicable: Readonly<Record<string, string>> = {
  'request-content-type#1': CLIENT,
  'request-accept#1': CLIENT,
  'response-ignore-parameters#1': CLIENT,
  'resource-relationships-pagination#1': 'a permission not taken up: linkage is always complete',
  'resource-identifier-optional-member#1': 'a permission not taken up: identifiers have no meta',
  'json-api-meta#1': 'a permission not taken up: jsonapi has no meta',
  'create-accept-client-generated-ids#1': `a permission not taken up: ${NO_CLIENT_IDS}`,
  'create-client-generated-ids-key#1': NO_CLIENT_IDS,
  'create-client-generated-ids-uuid#1': `${CLIENT}; besides, ${NO_CLIENT_IDS}`,
  'create-responses-202#1': AT_ONCE,
  'create-responses-204#1': NO_CLIENT_IDS,
  'create-responses-409-exists#1': NO_CLIENT_IDS,
  'update-resource-relationship-reject-full-replacement#1': `a permission not taken up: ${REPLACES}`,
  'update-resource-relationship-reject-full-replacement-response#1': REPLACES,
  'update-resource-202-status#1': AT_ONCE,
  'update-resource-200-meta#1': REPRESENTS,
  'update-resource-200-meta-representation#1': REPRESENTS,
  'update-resource-403-status#1':
    'the service supports updates of every resource and relationship; wrong values in them are 422',
  'updating-relationship-202-status#1': AT_ONCE,
  'updating-relationship-200-meta#1': REPRESENTS,
  'updating-relationship-200-meta-content#1': REPRESENTS,
  'updating-relationship-403-status#1': 'the service supports every kind of relationship update',
  'delete-202-status#1': AT_ONCE,
  'delete-204-status#1': 'the service answers every deletion with content: 200 and meta',
  'query-parameters-non-alpha#1': NO_PARAMETERS,
  'query-parameters-under-camel#1': NO_PARAMETERS,
};
