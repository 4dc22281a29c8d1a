// Mistakes in a write that must not compile. If one does, `tsc` reports its directive as unused.
import type { ResourceRecord } from '#application/model/query';
import type { View, ViewedResource } from '#application/model/view';
import { viewResource } from '#application/reading/find-resource';
import { storedRecord } from '#application/writing/store';
import type { Accepted } from '#application/writing/commands';
import type { WriteTransaction } from '#application/writing/write-transaction';
import type { Entity } from '#domain/entity';

export function showsHiddenRows({ allRows }: WriteTransaction, view: View): Promise<ViewedResource> {
  // @ts-expect-error an answer comes from the permitted reader
  return viewResource(allRows, 'person', '1', view, { most: 1 });
}

export function forgetsToJudge({ target }: Accepted<Entity>): ResourceRecord {
  // @ts-expect-error a write can return only a judged resource
  return storedRecord(target, {});
}
