// Serves the model that RESOURCES names, by default the library, in this process and in child processes, which inherit the variable.
import { serveModel } from '../../src/models/serve-model.js';

process.env['RESOURCES'] ??= new URL('../models/library', import.meta.url).pathname;
serveModel([], process.env);
