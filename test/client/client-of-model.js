// npm run client -- --resources FOLDER --out FILE: packs the client with the types of a model. The model is selected before anything that reads it is
// loaded.
import '../../src/models/take-model.js';

await import('./pack-client.ts');
