import type { ListPosition, ResourceRecord } from '#application/model/query';
import type { LinkagePart, Part, RecordsPart } from '#application/model/view';
import { relationshipOf, type ResourceType } from '#domain/schema';

/** How records are written as text. */
export interface RecordFormat {
  /** The text between records. */
  readonly separator: string;
  readonly write: (records: readonly ResourceRecord[], positions?: readonly ListPosition[]) => string;
  /**
   * Writes identifiers as they appear in the text of a record that is linked to them.
   * @param positions the position of each, if they are a page
   */
  readonly writeIds: (to: ResourceType, ids: readonly string[], positions?: readonly ListPosition[]) => string;
  /** The text between identifiers. */
  readonly idSeparator: string;
}

/** Marks where omitted linkage belongs; no stored text contains it. */
const GAP = '\u0000';
/** The number of records written at once. */
const RECORDS = 100;
/** A piece ends when it gets longer than this. */
const PIECE_LENGTH = 65_536;

/** Writes the resources of a view part by part. Linkage arrives after its record, but is written in its place. */
export class PartWriter {
  readonly #form: RecordFormat;
  #isFirst = true;
  /** The rest of the last record: the text after each of its gaps. */
  #tails: { readonly relationship: string; readonly text: string }[] = [];
  #isInLinkage = false;

  constructor(form: RecordFormat) {
    this.#form = form;
  }

  /**
   * The text of a part, in pieces. None of it is held back: reading is retried only until the first part arrives, so its text must be sent
   * before a later part can fail.
   * @param start text to send before it
   */
  *write(part: RecordsPart | LinkagePart, start = ''): Generator<string, void, undefined> {
    let piece = start;
    for (const text of this.#texts(part)) {
      piece += text;
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
    }
    if (piece !== '') yield piece;
  }

  *#texts(part: RecordsPart | LinkagePart): Generator<string, void, undefined> {
    if (part.kind === 'linkage') {
      yield this.#writeLinkage(part);
      return;
    }
    const { records, positions } = part;
    for (let from = 0; from < records.length; from += RECORDS) {
      const until = from + RECORDS;
      const before = this.end() + (this.#isFirst ? '' : this.#form.separator);
      yield before + this.#writeRecords(records.slice(from, until), positions?.slice(from, until));
      this.#isFirst = false;
    }
  }

  /** Returns the rest of the last record. */
  end(): string {
    const text = this.#tails.map((tail) => tail.text).join('');
    this.#tails = [];
    this.#isInLinkage = false;
    return text;
  }

  #writeRecords(records: readonly ResourceRecord[], positions: readonly ListPosition[] | undefined): string {
    const [record] = records;
    if (record?.omitted === undefined) return this.#form.write(records, positions);
    const gaps = Object.fromEntries(record.omitted.map((relationship) => [relationship, [GAP]]));
    let text = this.#form.write([{ ...record, linkage: { ...record.linkage, ...gaps } }], positions);
    // Splits at the gaps, from the last to the first.
    for (const relationship of record.omitted.toReversed()) {
      const gap = this.#form.writeIds(relationshipOf(record.type, relationship).to, [GAP]);
      const at = text.lastIndexOf(gap);
      // Linkage can be read without being shown.
      if (at < 0) continue;
      this.#tails.unshift({ relationship, text: text.slice(at + gap.length) });
      text = text.slice(0, at);
    }
    return text;
  }

  #writeLinkage({ of: { type, relationship }, ids, positions }: LinkagePart): string {
    if (!this.#tails.some((tail) => tail.relationship === relationship)) return '';
    let text = '';
    for (let tail = this.#tails[0]; tail !== undefined && tail.relationship !== relationship; tail = this.#tails[0]) {
      text += tail.text;
      this.#tails.shift();
      this.#isInLinkage = false;
    }
    if (this.#isInLinkage) text += this.#form.idSeparator;
    this.#isInLinkage = true;
    return text + this.#form.writeIds(relationshipOf(type, relationship).to, ids, positions);
  }
}

/** Writes a file: the head, then all records in turn, in groups of any size. */
export interface RecordWriter extends RecordFormat {
  readonly head: string;
}

/**
 * The text of a file in pieces, as its records are read. The first piece waits for the first records.
 * @throws any error from reading the parts
 */
export async function* writeParts(
  parts: AsyncIterable<Part>,
  writer: RecordWriter,
): AsyncGenerator<string, void, undefined> {
  let text = writer.head;
  const records = new PartWriter(writer);
  for await (const part of parts) {
    if (part.kind === 'end') continue;
    yield* records.write(part, text);
    text = '';
  }
  text += records.end();
  if (text !== '') yield text;
}
