import type { Permissions } from '../model/permissions.ts';
import type { ResourceReader, StreamingReader } from '../ports/resource-reader.ts';
import type { Reads } from '../ports/unit-of-work.ts';
import { restrictQuery } from './restrict-query.ts';

/** Restricts every query to what the actor may see. */
export function permittedReads(reads: Reads, permissions: Permissions): Reads {
  return {
    reader: permittedReader(reads.reader, permissions),
    read: (work) => reads.read((reader) => work(permittedReader(reader, permissions))),
    stream: (work) => reads.stream((reader) => work(permittedStreams(reader, permissions))),
  };
}

/** Restricts a reader in the same way. */
export function permittedReader(reader: ResourceReader, permissions: Permissions): ResourceReader {
  return { find: async (query) => reader.find(restrictQuery(query, permissions)) };
}

function permittedStreams(reader: StreamingReader, permissions: Permissions): StreamingReader {
  return {
    ...permittedReader(reader, permissions),
    isSnapshot: reader.isSnapshot,
    stream: (query) => reader.stream(restrictQuery(query, permissions)),
  };
}
