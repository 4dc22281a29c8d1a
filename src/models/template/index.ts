import { model } from '@jsonapi-person-computer/server/model';
import { note } from './note.ts';

export default model({
  name: 'notes',
  version: '1.0.0',
  description: 'Notes',
  types: [note],
});
