// A third model, with required relationships and every kind of `onDelete`.
import { model } from '@jsonapi-person-computer/server/model';
import { box } from './box.ts';
import { mark } from './mark.ts';
import { reader } from './reader.ts';
import { sheet } from './sheet.ts';
import { shelf } from './shelf.ts';

export default model({
  name: 'archive',
  version: '1.0.0',
  description: 'An archive: sheets in boxes on shelves, with the marks of readers',
  types: [shelf, box, reader, sheet, mark],
});
