import { expect } from 'chai';
import { escapeFormulas } from '#adapters/http/api/formula-cells';
import { readDate } from '../../../src/cli/import/dates.ts';
import type { Resource } from '../../../explorer/src/model/api.ts';
import { withoutApostrophes } from '../../../explorer/src/model/formulas.ts';
import {
  guessMapping,
  guessResource,
  importableOf,
  missingIn,
  withField,
} from '../../../explorer/src/model/import-columns.ts';
import { dateOrders, dayIn, isDateOrder, needsOrder } from '../../../explorer/src/model/import-dates.ts';
import { rejectedText } from '../../../explorer/src/model/import-report.ts';
import {
  lacksOrder,
  looksExported,
  nextBatch,
  prepareRow,
  type ImportPlan,
  type PreparedRow,
} from '../../../explorer/src/model/import-rows.ts';
import { readSheet, type Sheet, type SheetRecord } from '../../../explorer/src/model/sheet.ts';
import { api, book, poster, required, shelf, topic } from './described.ts';

function sheetOf(content: string): Sheet {
  const sheet = readSheet(content);
  if (sheet.kind === 'broken') throw new Error(sheet.reason);
  return sheet;
}

function reasonIn(content: string): string {
  const sheet = readSheet(content);
  return sheet.kind === 'broken' ? sheet.reason : '';
}

function recordOf(content: string, index = 0): SheetRecord {
  return required(sheetOf(content).records[index]);
}

function planFor(resource: Resource, sheet: Sheet): ImportPlan {
  const mapping = guessMapping(resource, sheet.headings);
  return { resource, mapping, dates: undefined, isExport: looksExported(sheet) };
}

function prepared(resource: Resource, content: string): readonly PreparedRow[] {
  const sheet = sheetOf(content);
  return sheet.records.map((record) => prepareRow(planFor(resource, sheet), record));
}

describe('explorer: a file to import', () => {
  it('is CSV with its own delimiter, quotes and line breaks', () => {
    const sheet = sheetOf('secret;built\r\n"a;""b"";\r\nc";\r\n\r\nd;1900-01-01\r\n');
    expect(sheet.delimiter).to.equal(';');
    expect(sheet.headings).to.deep.equal(['secret', 'built']);
    expect(sheet.records.map(({ place, cells }) => [place, ...cells])).to.deep.equal([
      ['line 2', 'a;"b";\r\nc', ''],
      ['line 5', 'd', '1900-01-01'],
    ]);
    expect(sheetOf('a\tb\n1\t2\n').delimiter).to.equal('\t');
  });

  it('is JSON or NDJSON, of plain objects and of resource objects', () => {
    const onShelf = { shelf: { data: { type: 'shelf', id: '3' } } };
    const books = [
      { type: 'book', id: '7', attributes: { isbn: '1' }, relationships: onShelf },
      { type: 'book', attributes: { isbn: 2 }, relationships: { shelf: { data: null } } },
    ];
    for (const content of [JSON.stringify({ data: books }), books.map((each) => JSON.stringify(each)).join('\n')]) {
      const sheet = sheetOf(content);
      expect(sheet).to.deep.include({ type: 'book', delimiter: undefined, headings: ['id', 'isbn', 'shelf'] });
      expect(sheet.records.map(({ cells }) => cells)).to.deep.equal([
        ['7', '1', '3'],
        ['', '2', ''],
      ]);
    }
    const plain = sheetOf('{"isbn":"1","shelf":3}\nnone\n\n{}\n{"isbn":[]}');
    expect(plain.records.map(({ place, problem }) => [place, problem])).to.deep.equal([
      ['line 1', undefined],
      ['line 2', 'it is not valid JSON'],
      ['line 4', 'it is empty'],
      ['line 5', undefined],
    ]);
  });

  it('reports where it is malformed', () => {
    expect(reasonIn('a,b\n1,"2\n3,4\n')).to.equal('line 2: the quote that opens cell 2 is not closed');
    expect(reasonIn('a,b\n1,2"3\n')).to.match(/^line 2: cell 2 contains a quote/);
    expect(reasonIn('[1,')).to.equal('the file is not valid JSON');
    expect(reasonIn('')).to.equal('the file is empty');
    expect(recordOf('a,b\n1\n').problem).to.equal('the row has 1 cells, but the header has 2');
  });
});

describe('explorer: the columns of an import', () => {
  it('are attributes that can be set and to-one relationships', () => {
    expect(importableOf(book).map(({ name }) => name)).to.deep.equal(['isbn', 'shelf']);
    expect(importableOf(shelf).map(({ name }) => name)).to.deep.equal(['secret', 'hint', 'built']);
    expect(importableOf(topic).map(({ name }) => name)).to.deep.equal(['name', 'parent']);
  });

  it('are matched by name', () => {
    const headings = ['id', 'Built', 'SECRET', 'built', 'title', 'notes', 'import_error'];
    const names = guessMapping(shelf, headings).map((field) => field?.name);
    expect(names).to.deep.equal([undefined, 'built', 'secret', undefined, undefined, undefined, undefined]);
  });

  it('determine the type, unless the rows name it', () => {
    expect(guessResource(api, sheetOf('isbn,shelf\n'), shelf)).to.equal(book);
    expect(guessResource(api, sheetOf('colour\n'), shelf)).to.equal(shelf);
    expect(guessResource(api, sheetOf('[{"type":"topic","attributes":{"isbn":""}}]'), shelf)).to.equal(topic);
  });

  it('set each field once, and every required field', () => {
    const mapping = guessMapping(shelf, ['secret', 'notes']);
    const [secret] = mapping;
    expect(withField(mapping, 1, secret)).to.deep.equal([undefined, secret]);
    expect(missingIn(shelf, mapping)).to.deep.equal([]);
    expect(missingIn(shelf, withField(mapping, 0, undefined))).to.deep.equal(['secret']);
  });
});

describe('explorer: the rows of an import', () => {
  it("become resource objects with values of their fields' kinds", () => {
    const [row] = prepared(poster, 'size,condition,language,copies\n A1 ,,, 12\n');
    expect(row).to.deep.include({
      object: { type: 'poster', attributes: { size: 'A1', copies: 12 } },
      problems: [],
    });
    const [linked, unlinked] = prepared(book, 'isbn,shelf\n 1 ,3\n2,\n');
    expect(linked?.object).to.deep.equal({
      type: 'book',
      attributes: { isbn: ' 1 ' },
      relationships: { shelf: { data: { type: 'shelf', id: '3' } } },
    });
    // A book must have a shelf.
    expect(unlinked?.problems).to.deep.equal(['shelf: is missing']);
  });

  it('are checked before they are sent', () => {
    const problems = (resource: Resource, content: string): readonly string[] =>
      prepared(resource, content).flatMap((row) => row.problems);
    expect(problems(poster, 'size,copies\nA9,1.5\n')).to.deep.equal([
      'size: "A9" is not one of A1, A2, A3, A4, A5, A6',
      'copies: "1.5" is not an integer',
    ]);
    expect(problems(book, 'isbn,shelf\n12345678901234,none\n')).to.deep.equal([
      'isbn: 14 characters exceed the maximum of 13',
      'shelf: "none" is not an id',
    ]);
    expect(problems(shelf, 'secret,built\n,2023-02-30\n')).to.deep.equal([
      'secret: is missing',
      'built: "2023-02-30" is not a date',
    ]);
    expect(problems(shelf, '[{"secret":{}}]')).to.have.lengthOf(1);
    const mixed = '{"type":"shelf","attributes":{"secret":"a"}}\n{"type":"topic","attributes":{"secret":"a"}}\n';
    expect(problems(shelf, mixed)).to.deep.equal(['its type is "topic"']);
  });

  it('have dates in a chosen order, never a guessed one', () => {
    const sheet = sheetOf('secret,built\na,03/04/1999\n');
    const plan = planFor(shelf, sheet);
    const [record] = sheet.records;
    expect(lacksOrder(sheet, plan)).to.equal(true);
    expect(prepareRow(plan, required(record)).problems).to.deep.equal(['built: choose a date format for "03/04/1999"']);
    expect(prepareRow({ ...plan, dates: 'dmy' }, required(record)).object['attributes']).to.deep.equal({
      secret: 'a',
      built: '1999-04-03',
    });
    expect(lacksOrder(sheetOf('secret,built\na,1999-04-03\n'), plan)).to.equal(false);
  });

  it('have the same dates as on the command line', () => {
    const cells = ['31/12/1999', '12/31/1999', '1999.12.31', '1-2-2000', '29.02.1900', '1999-12-31', '1/2/99', 'never'];
    for (const order of Object.keys(dateOrders).filter(isDateOrder))
      for (const cell of cells) {
        const read = readDate(cell, order);
        const expected = read.kind === 'date' ? read.text : cell === '1999-12-31' ? cell : undefined;
        expect(dayIn(cell, order), `${cell} ${order}`).to.equal(expected);
        expect(needsOrder(cell)).to.equal(readDate(cell, undefined).kind === 'ambiguous');
      }
  });

  it('lose the apostrophes that an export adds', () => {
    for (const text of ['=1+1', "'=1", 'a;=b', '\tx', '-5', "O'Hara", '', 'a\n@b'])
      expect(withoutApostrophes(escapeFormulas(text) ?? '')).to.equal(text);
    expect(prepared(book, "id,isbn,shelf\n7,'=1,3\n")[0]?.object['attributes']).to.deep.equal({ isbn: '=1' });
    expect(prepared(book, "isbn,shelf\n'=1,3\n")[0]?.object['attributes']).to.deep.equal({ isbn: "'=1" });
  });

  it('are sent in lists of limited length and size', () => {
    const rows = prepared(shelf, `secret\n${'a\n'.repeat(5)}`);
    expect(nextBatch(rows, 2)).to.deep.equal(rows.slice(0, 2));
    expect(nextBatch(rows, 100)).to.deep.equal(rows);
    const large = prepared(shelf, `secret\n${`${'a'.repeat(150_000)}\n`.repeat(3)}`);
    expect(nextBatch(large, 100)).to.have.lengthOf(1);
  });

  it('can be corrected and imported again if they are rejected', () => {
    const sheet = sheetOf('secret;built\na;never\n"b;"\n');
    const [first, second] = sheet.records;
    const text = rejectedText(sheet, [
      { record: required(first), problems: ['built: "never" is not a date'] },
      { record: required(second), problems: ['too short'] },
    ]);
    expect(text.split('\n')).to.deep.equal([
      'secret;built;import_line;import_error;import_row',
      'a;never;2;"built: ""never"" is not a date";',
      '"b;";;3;too short;"""b;"""',
      '',
    ]);
    const again = sheetOf(text);
    expect(again.records.map(({ problem }) => problem === undefined)).to.deep.equal([true, false]);
    const own = guessMapping(shelf, again.headings).flatMap((field) => field?.name ?? []);
    expect(own).to.deep.equal(['secret', 'built']);
    const json = '[{"secret":1}]';
    expect(JSON.parse(rejectedText(sheetOf(json), [{ record: recordOf(json), problems: ['no'] }]))).to.deep.equal({
      secret: 1,
      meta: { import_item: 1, import_errors: ['no'] },
    });
  });
});
