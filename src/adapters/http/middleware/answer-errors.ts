import { answerTo, internalError } from '../jsonapi/error-answers.ts';
import { renderErrors } from '../jsonapi/render-document.ts';
import type { Log } from '../log.ts';
import { respond } from './respond.ts';
import type { Context, Middleware } from './state.ts';

/** The one place where errors are caught: each becomes an error document; what nobody foresaw is logged under the request's id. */
export function answerErrors(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { requestId, document } = ctx.state;
      const answer = answerTo(error, { parameter: idParameter(ctx), document });
      if (answer === undefined) log.error({ requestId, error }, 'unexpected error');
      else if (answer.status >= 500 && answer !== error) log.warn({ requestId, error }, 'request failed');
      const { status, errors, headers } = answer ?? internalError(requestId);
      respond(ctx, status, renderErrors(errors), headers);
    }
  };
}

function idParameter(ctx: Context): string {
  const params: unknown = ctx['params'];
  return typeof params === 'object' && params !== null && 'computer_id' in params ? 'computer_id' : 'id';
}
