import { fileContent, memoizeOnSuccess, type Answer } from '../answer/answer.ts';
import { JSON_TYPE } from '../api/media-types.ts';
import type { Api, Handler } from '../handlers/handler.ts';
import { refuseParameters } from '../request/syntax/query-string.ts';

/** Serves the OpenAPI document. It is made, and its code loaded, on the first request, so as not to delay the start. */
export function getOpenApi(api: Api): Handler {
  const answer = memoizeOnSuccess(async (): Promise<Answer> => {
    const { openApiDocument } = await import('./openapi-document.ts');
    const file = fileContent(Buffer.from(JSON.stringify(openApiDocument(api))));
    return { status: 200, headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-cache' }, file };
  });
  return async ({ queryString }) => {
    refuseParameters(queryString);
    return answer();
  };
}
