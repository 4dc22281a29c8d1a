// The changes feed as a stream of server-sent events: its request header and its response.
import type { ContentObject, HeaderObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { commonHeaders } from '../api/common-headers.ts';
import { EVENT_STREAM } from '../api/media-types.ts';
import { operationKindOf, type Operation } from '../api/operations.ts';
import { LAST_EVENT_ID } from '../request/last-event-id.ts';
import { positionSchema } from './change-schemas.ts';
import { parameterRef } from './components.ts';

/** The request header, by the name of its component. */
export const streamParameters: Readonly<Record<string, ParameterObject>> = {
  LastEventId: {
    name: LAST_EVENT_ID,
    in: 'header',
    description:
      'Only for streams: the last `id` of an earlier stream. This stream continues after it, and `page[after]` is ignored.',
    schema: positionSchema,
    'x-from-answers': true,
  },
};

export function streamParametersOf(operation: Operation): readonly ReferenceObject[] {
  return operationKindOf(operation).answer === 'changes' ? [parameterRef('LastEventId')] : [];
}

/** The response if `Accept` ranks this type above JSON:API. */
export const streamContent: ContentObject = {
  [EVENT_STREAM]: {
    schema: {
      type: 'string',
      description:
        'Server-sent events, until the client or the service closes the connection. The data of `change` and `refetch` is an item of `Changes`, on one line. \
`position` only updates your position. `end` is the last event; its data has a `code` for the reason. To continue, send the last `id`.',
    },
  },
};

const OF_PAGES = commonHeaders['Cache-Control'];

/** The header `Cache-Control` of a page or a stream. */
export const feedCacheControl: HeaderObject = {
  description: 'As in every response. For streams, it also forbids proxies to transform the response.',
  required: true,
  schema: { enum: [OF_PAGES, [OF_PAGES, 'no-transform'].join(', ')] },
};
