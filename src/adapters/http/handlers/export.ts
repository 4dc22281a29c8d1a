import { recordWriters } from '../answer/export-writers.ts';
import { writeParts } from '../answer/part-writer.ts';
import { exportFormats } from '../api/export-formats.ts';
import { extensionIn, primaryOf, type Operation } from '../api/operations.ts';
import { readQueryString } from '../request/query-string.ts';
import type { Api, Handler } from './handler.ts';
import { numberedQueries } from './lists.ts';

/** All resources of a type as a file: short lists at once, long ones as a stream. */
export function exportList(api: Api, operation: Operation): Handler {
  const resource = primaryOf(operation);
  const extension = extensionIn(operation);
  const { contentType } = exportFormats[extension];
  const listQueryOf = numberedQueries(api, resource, 'export');
  // Without a name: that of the path is right, and a page that links here may give a better one.
  const headers = { 'Content-Type': contentType, 'Content-Disposition': 'attachment' };
  return async ({ actor, queryString, since }) => {
    const { request, renderer } = listQueryOf(queryString, readQueryString(queryString));
    const writer = recordWriters[extension](renderer, resource.type);
    const found = await api.use.by(actor).reading(since).findResources.execute(request);
    return found.kind === 'whole'
      ? { status: 200, headers, text: writer.head + writer.write(found.whole.records) }
      : { status: 200, headers, pieces: writeParts(found.parts, writer) };
  };
}
