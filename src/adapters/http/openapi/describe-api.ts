import { fileContent, once } from '../handlers/file-content.ts';
import type { Answer, Api, Handler } from '../handlers/handler.ts';
import { JSON_TYPE } from '../jsonapi/documents/media-type.ts';
import { refuseParameters } from '../jsonapi/query/parse-query.ts';

/** The OpenAPI document. It is made, and its code loaded, for the first request: the start does not wait for it. */
export function describeApi(api: Api): Handler {
  const answer = once(async (): Promise<Answer> => {
    const { openApiDocument } = await import('./openapi-document.ts');
    const file = fileContent(Buffer.from(JSON.stringify(openApiDocument(api))));
    return { status: 200, headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-cache' }, file };
  });
  return async ({ queryString }) => {
    refuseParameters(queryString);
    return answer();
  };
}
