import { ApiError, errorObject } from '../jsonapi/errors.ts';
import type { Check } from './state.ts';

/** Refuses requests at once while the service is overloaded: late answers help nobody, and refusing is cheap. */
export function shedLoad(isOverloaded: () => boolean): Check {
  return () => {
    if (isOverloaded())
      throw new ApiError([errorObject('service-unavailable', 'The service is overloaded; nothing was changed')], {
        'Retry-After': '1',
      });
  };
}
