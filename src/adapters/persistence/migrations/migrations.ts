import { CreateTables } from './0001-create-tables.ts';
import { CountRows } from './0002-count-rows.ts';
import { IndexTextAndOrder } from './0003-index-text-and-order.ts';
import { IndexWords } from './0004-index-words.ts';
import { ReserveCounts } from './0005-reserve-counts.ts';
import { WidenVersions } from './0006-widen-versions.ts';
import { AddEpoch } from './0007-add-epoch.ts';
import { StoreAnswers } from './0008-store-answers.ts';

/** In order. MikroORM stores the names of those that have run. */
export const migrations = [
  { name: '0001-create-tables', class: CreateTables },
  { name: '0002-count-rows', class: CountRows },
  { name: '0003-index-text-and-order', class: IndexTextAndOrder },
  { name: '0004-index-words', class: IndexWords },
  { name: '0005-reserve-counts', class: ReserveCounts },
  { name: '0006-widen-versions', class: WidenVersions },
  { name: '0007-add-epoch', class: AddEpoch },
  { name: '0008-store-answers', class: StoreAnswers },
];
