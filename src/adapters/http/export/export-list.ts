import { listQueries, type Api, type Handler } from '../handlers/handler.ts';
import type { Resource } from '../jsonapi/resources/resource.ts';
import type { ExportFormat } from './export-format.ts';
import { writeParts } from './write-parts.ts';

/** All resources of a type as a file: short lists at once, long ones as a stream. */
export function exportList(api: Api, resource: Resource, format: ExportFormat): Handler {
  const { extension, contentType, writerFor } = format;
  const listQueryOf = listQueries(api, resource, 'export');
  const headers = {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${resource.plural}.${extension}"`,
  };
  return async ({ queryString, since }) => {
    const { request, renderer } = listQueryOf(queryString);
    const writer = writerFor(renderer, resource.type);
    const found = await api.use.reading(since).findResources.execute(request);
    return found.kind === 'whole'
      ? { status: 200, headers, text: writer.head + writer.write(found.whole.records) }
      : { status: 200, headers, pieces: writeParts(found.parts, writer) };
  };
}
