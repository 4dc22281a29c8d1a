import { recordWriters } from '../answer/export-writers.ts';
import { writeParts } from '../answer/part-writer.ts';
import { exportFormats } from '../api/export-formats.ts';
import { extensionIn, type Operation } from '../api/operations.ts';
import type { Api, Handler } from './handler.ts';

/** Sends all resources of a type as a file. Long lists are streamed. */
export function exportList(api: Api, operation: Operation): Handler {
  const extension = extensionIn(operation);
  const { contentType } = exportFormats[extension];
  // No file name: the one in the path is right, and a page that links here may give a better one.
  const headers = { 'Content-Type': contentType, 'Content-Disposition': 'attachment' };
  return async (request) => {
    const read = await api.read(operation, request);
    const found = await api.use.by(request.actor).reading(request.since).findResources.execute(read);
    const writer = recordWriters[extension]({ read, linkTo: api.linkTo }, read.type);
    return found.kind === 'whole'
      ? { status: 200, headers, text: writer.head + writer.write(found.whole.records) }
      : { status: 200, headers, pieces: writeParts(found.parts, writer) };
  };
}
