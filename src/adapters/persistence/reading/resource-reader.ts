import type { Found, Query } from '../../../application/model/query.ts';
import type { ResourceReader } from '../../../application/ports/resource-reader.ts';
import type { Rows, Send } from '../connection/send.ts';
import type { CompiledQuestions } from './compiled-questions.ts';
import { decodeRows } from './decode-rows.ts';

/** Answers every query with a single statement, which sees one snapshot. */
export class SqlResourceReader implements ResourceReader {
  readonly #send: Send;
  readonly #questions: CompiledQuestions;

  constructor(send: Send, questions: CompiledQuestions) {
    this.#send = send;
    this.#questions = questions;
  }

  async find(query: Query): Promise<Found> {
    const rows = await this.#send(this.#questions.statementOf(query));
    const found = decodeRows(query, rows);
    if (!query.total) return found;
    return { ...found, total: query.page === undefined ? found.records.length : totalIn(rows) };
  }
}

/** A page beyond the last has a row for the total. Only the first page can have none: then nothing matches. */
function totalIn([first]: Rows): number {
  return first === undefined ? 0 : Number(first.at(-1));
}
