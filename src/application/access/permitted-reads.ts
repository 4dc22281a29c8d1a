import { relationshipOf, type ResourceType } from '#domain/schema';
import { ForbiddenError } from '../model/errors.ts';
import { grantOf, type Permissions } from '../model/permissions.ts';
import type { Query } from '../model/query.ts';
import type { ResourceReader, StreamingReader } from '../ports/resource-reader.ts';
import type { Reads } from '../ports/unit-of-work.ts';

/** Reads what an actor may see: every query of every read passes `permitted`. */
export function permittedReads(reads: Reads, permissions: Permissions): Reads {
  return {
    reader: permittedReader(reads.reader, permissions),
    read: (work) => reads.read((reader) => work(permittedReader(reader, permissions))),
    stream: (work) => reads.stream((reader) => work(permittedStreams(reader, permissions))),
  };
}

/** The same for a reader. */
export function permittedReader(reader: ResourceReader, permissions: Permissions): ResourceReader {
  return { find: async (query) => reader.find(permitted(query, permissions)) };
}

function permittedStreams(reader: StreamingReader, permissions: Permissions): StreamingReader {
  return {
    ...permittedReader(reader, permissions),
    isSnapshot: reader.isSnapshot,
    stream: (query) => reader.stream(permitted(query, permissions)),
  };
}

/** @throws ForbiddenError if the query asks for resources of a type that the actor may not read */
function permitted(query: Query, permissions: Permissions): Query {
  const { type, related = [] } = query;
  for (const asked of [type, ...related.map(({ relationship }) => relationshipOf(type, relationship).to)])
    requireReadable(asked, permissions);
  return query;
}

/** @throws ForbiddenError */
export function requireReadable(type: ResourceType, permissions: Permissions): void {
  if (grantOf(permissions, 'read', type) === undefined) throw new ForbiddenError('read', type);
}
