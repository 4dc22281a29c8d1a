import { ApiError, errorObject } from '../jsonapi/documents/errors.ts';
import type { Load } from '../server/load.ts';
import type { Middleware } from './state.ts';

/** Refuses requests while the load is excessive. A long list adds to it until its first byte is sent; from then on its client sets the pace. */
export function limitLoad(load: Load): Middleware {
  return async (_, next) => {
    if (!load.begin()) {
      const detail = 'The service is overloaded; nothing was changed';
      throw new ApiError([errorObject('service-unavailable', detail)], { 'Retry-After': '1' });
    }
    try {
      await next();
    } finally {
      load.end();
    }
  };
}
