import { answerTo, internalError } from '../answer/error-answers.ts';
import { plain } from '../jsonapi/documents/dialect.ts';
import { renderErrors } from '../jsonapi/documents/render-document.ts';
import type { Log } from '../log.ts';
import type { Context, Middleware } from './state.ts';

/** The one place that catches errors: each becomes an error document, and unexpected ones are logged under the request's id. */
export function answerErrors(log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { requestId, dialect = plain } = ctx.state;
      const hasKey = ctx.req.headers['idempotency-key'] !== undefined;
      const answer = answerTo(error, { source: { parameter: idParameter(ctx) }, hasKey });
      if (answer === undefined) log.error({ requestId, error }, 'unexpected error');
      else if (answer.status >= 500 && answer !== error) log.warn({ requestId, error }, 'request failed');
      const { status, errors, omitted, headers } = answer ?? internalError(requestId);
      ctx.status = status;
      ctx.set({ 'Content-Type': dialect.mediaType, ...headers });
      ctx.body = JSON.stringify(renderErrors(errors, omitted, dialect));
    }
  };
}

/** The name of the path parameter, by which an error refers to it. */
function idParameter(ctx: Context): string {
  const [name = 'id'] = Object.keys((ctx['params'] as object | undefined) ?? {});
  return name;
}
