// Selects the model that the arguments or the environment of this process name.
import process from 'node:process';
import { serveModel } from './serve-model.js';

try {
  serveModel(process.argv, process.env);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
