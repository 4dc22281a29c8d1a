// Lists of any length. A server keeps a cursor for them, in a transaction of their own. The embedded database has one connection, which a
// transaction would take from everybody: there only the identifiers are read at first, and the records batch by batch.
import { hasIdentifierIn } from '../../../application/model/filter.ts';
import type { Found, Query, ResourceRecord } from '../../../application/model/query.ts';
import type { StreamingReader } from '../../../application/ports/resource-reader.ts';
import type { Send } from '../connection/send.ts';
import type { CompiledQuestions } from './compiled-questions.ts';
import { decodeRows } from './decode-rows.ts';
import { SqlResourceReader } from './resource-reader.ts';

/** How many records are read at once. */
const BATCH = 500;

interface Asked {
  readonly questions: CompiledQuestions;
}

/** Reads in a transaction that is open until all streams have ended. */
export class CursorReader implements StreamingReader {
  readonly isSnapshot = true;
  readonly #send: Send;
  readonly #questions: CompiledQuestions;
  readonly #reader: SqlResourceReader;
  #cursors = 0;

  constructor(send: Send, { questions }: Asked) {
    this.#send = send;
    this.#questions = questions;
    this.#reader = new SqlResourceReader(send, questions);
  }

  find(query: Query): Promise<Found> {
    return this.#reader.find(query);
  }

  async *stream(query: Query): AsyncGenerator<readonly ResourceRecord[], void, undefined> {
    this.#cursors += 1;
    const cursor = `batch${this.#cursors}`;
    const { sql, parameters } = this.#questions.statementOf(query);
    await this.#send({ sql: `declare ${cursor} no scroll cursor for ${sql}`, parameters });
    for (;;) {
      const rows = await this.#send({ sql: `fetch forward ${BATCH} from ${cursor}`, parameters: [] });
      if (rows.length > 0) yield decodeRows(query, rows).records;
      if (rows.length < BATCH) break;
    }
    await this.#send({ sql: `close ${cursor}`, parameters: [] });
  }
}

/** Reads each batch by itself, as it is then. */
export class IdentifierReader implements StreamingReader {
  readonly isSnapshot = false;
  readonly #send: Send;
  readonly #questions: CompiledQuestions;
  readonly #reader: SqlResourceReader;

  constructor({ send, questions }: Asked & { readonly send: Send }) {
    this.#send = send;
    this.#questions = questions;
    this.#reader = new SqlResourceReader(send, questions);
  }

  find(query: Query): Promise<Found> {
    return this.#reader.find(query);
  }

  async *stream(query: Query): AsyncGenerator<readonly ResourceRecord[], void, undefined> {
    const { sql, parameters } = this.#questions.statementOf({ ...query, attributes: [], linkage: [] });
    // As one text, which takes a tenth of what as many rows take.
    const [row] = await this.#send({ sql: `select string_agg(found.id, ',') as ids from (${sql}) found`, parameters });
    for (const ids of slices(row?.[0] ?? '')) {
      const { records } = await this.#reader.find({ ...query, filter: hasIdentifierIn(ids), sort: [] });
      const byId = new Map(records.map((record) => [record.id, record]));
      const present = ids.map((id) => byId.get(id)).filter((record) => record !== undefined);
      if (present.length > 0) yield present;
    }
  }
}

/** The members of a comma-separated list, as many at a time as a batch has. */
function* slices(list: string): Generator<readonly string[], void, undefined> {
  let slice: string[] = [];
  for (let start = 0; start < list.length;) {
    const comma = list.indexOf(',', start);
    const end = comma < 0 ? list.length : comma;
    slice.push(list.slice(start, end));
    start = end + 1;
    if (slice.length < BATCH && start < list.length) continue;
    yield slice;
    slice = [];
  }
}
